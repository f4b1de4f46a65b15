import { useCallback, useDeferredValue, useMemo, type ComponentProps } from "react";
import { keepPreviousData } from "@tanstack/react-query";
import { timeWindow, timeWindowLabels } from "@groundcrew/shared/lib";
import {
  supportLogStatus,
  supportLogStatusLabels,
  type SupportLogEntry,
  type SupportLogStatus,
} from "@groundcrew/shared/support-log";
import { IconBuilding, IconCalendarTime, IconFlag, IconTag, IconUser } from "@tabler/icons-react";
import { SearchBox, type Fleet } from "../../fleet/index.ts";
import { PickerMenu } from "../../kit/index.ts";
import { useIncidentOwners } from "../../ownership/index.ts";
import { Button, ChecklistMenu, ChoiceMenu } from "../../ui/index.ts";
import { filterLog, filterOptions, ofOwner, ownerCounts, type FindStation } from "../log-entries.ts";
import { OwnerFilters } from "../owner-filters.tsx";
import { allEntriesQuery, useLog } from "../use-log.ts";
import { emptyFilter, isFiltered, type OwnerFilter, type SupportLogView } from "../view.ts";

export type LogFiltersProps = {
  log: readonly SupportLogEntry[];
  findStation: FindStation;
  /** How many entries each filter by owner keeps; undefined while loading. */
  counts: Record<OwnerFilter, number> | undefined;
  view: SupportLogView;
  onView: (view: SupportLogView) => void;
};

type Change = (changes: Partial<SupportLogView>) => void;

/** The filters of the log. */
export function LogFilters({ log, findStation, counts, view, onView }: LogFiltersProps) {
  const change: Change = (changes) => onView({ ...view, ...changes });
  return (
    <>
      <OwnerFilters own={view.own} {...(counts && { counts })} onOwn={(own) => change({ own })} />
      <ChoiceMenu
        name="Time"
        icon={IconCalendarTime}
        labels={timeWindowLabels}
        options={timeWindow.options}
        value={view.time}
        onChange={(time) => change({ time })}
      />
      <ChecklistMenu
        name="Status"
        icon={IconFlag}
        labels={supportLogStatusLabels}
        options={supportLogStatus.options}
        checked={checkedStatuses(view.statuses)}
        onToggle={(status) => change({ statuses: toggle(view.statuses, status) })}
      />
      <NameFilters log={log} findStation={findStation} view={view} onChange={change} />
      {isFiltered(view) && (
        <Button tone="quiet" onClick={() => change(emptyFilter)}>
          Clear Filters
        </Button>
      )}
      <SearchBox
        search={view.search}
        help="Searches entries and replies, their number (#12), tags and authors, and the station's name, serial number and organization."
        onSearch={(search) => change({ search })}
      />
    </>
  );
}

/** Filters by the names that occur in the log. */
function NameFilters({
  log,
  findStation,
  view,
  onChange,
}: Omit<LogFiltersProps, "onView" | "counts"> & { onChange: Change }) {
  const { organizations, tags, authors } = useMemo(() => filterOptions(log, findStation), [log, findStation]);
  return (
    <>
      <NameMenu
        label="Organization"
        icon={IconBuilding}
        names={organizations}
        value={view.organization}
        onChange={(organization) => onChange({ organization })}
      />
      <NameMenu label="Tag" icon={IconTag} names={tags} value={view.tag} onChange={(tag) => onChange({ tag })} />
      <NameMenu
        label="Author"
        icon={IconUser}
        names={authors}
        value={view.author}
        onChange={(author) => onChange({ author })}
      />
    </>
  );
}

type NameMenuProps = Omit<ComponentProps<typeof PickerMenu>, "items" | "none"> & { names: readonly string[] };

/** A filter by one of many names. */
export function NameMenu({ names, ...menu }: NameMenuProps) {
  const items = useMemo(() => names.map((name) => ({ id: name, label: name })), [names]);
  return <PickerMenu none="All" items={items} {...menu} />;
}

function toggle(selected: readonly SupportLogStatus[], status: SupportLogStatus): SupportLogStatus[] {
  return selected.includes(status) ? selected.filter((other) => other !== status) : [...selected, status];
}

function checkedStatuses(selected: readonly SupportLogStatus[]): Record<SupportLogStatus, boolean> {
  const isSelected = (status: SupportLogStatus) => selected.includes(status);
  return {
    note: isSelected("note"),
    record: isSelected("record"),
    incident_needs_action: isSelected("incident_needs_action"),
    incident_deferred: isSelected("incident_deferred"),
    incident_pending: isSelected("incident_pending"),
    incident_pending_urgent: isSelected("incident_pending_urgent"),
    incident_resolved: isSelected("incident_resolved"),
  };
}

/** The support log entries of all stations, and those that match a view. */
export function useFilteredLog(fleet: Fleet | undefined, view: SupportLogView) {
  const query = useLog({ ...allEntriesQuery(view.time), placeholderData: keepPreviousData });
  const { data: log } = query;
  const filter = useDeferredValue(view);
  const stations = fleet?.stations;
  const findStation: FindStation = useCallback((name) => stations?.get(name), [stations]);
  // Without a filter, stations do not affect the result, so their frequent changes are ignored.
  const findFilterStation = isFiltered(filter) ? findStation : NO_STATION;
  const owners = useIncidentOwners();
  const matching = useMemo(() => log && filterLog(log, filter, findFilterStation), [log, filter, findFilterStation]);
  const entries = useMemo(
    () => matching && ofOwner(matching, filter.own, owners.kindOf),
    [matching, filter.own, owners],
  );
  const counts = useMemo(() => matching && ownerCounts(matching, owners.kindOf), [matching, owners]);
  return { ...query, log, entries, counts, findStation };
}

const NO_STATION: FindStation = () => undefined;
