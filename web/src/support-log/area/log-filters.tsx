import { useCallback, useDeferredValue, useMemo } from "react";
import { keepPreviousData } from "@tanstack/react-query";
import { timeWindow, timeWindowLabels } from "@groundcrew/shared/lib";
import {
  supportLogStatus,
  supportLogStatusLabels,
  type SupportLogEntry,
  type SupportLogStatus,
} from "@groundcrew/shared/support-log";
import { IconCalendarTime, IconFlag } from "@tabler/icons-react";
import { SearchBox, type Fleet } from "../../fleet/index.ts";
import { useIncidentOwners } from "../../ownership/index.ts";
import { Button, ChecklistMenu, ChoiceMenu, classes } from "../../ui/index.ts";
import { filterLog, filterOptions, ofOwner, ownerCounts, type FindStation } from "../log-entries.ts";
import { OwnerFilters } from "../owner-filters.tsx";
import { allEntriesQuery, useLog } from "../use-log.ts";
import { emptyFilter, isFiltered, type OwnerFilter, type SupportLogView } from "../view.ts";
import styles from "./log-filters.module.css";

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
      <FilterSelect
        label="Organization"
        all="All organizations"
        options={organizations}
        value={view.organization}
        onChange={(organization) => onChange({ organization })}
      />
      <FilterSelect label="Tag" all="All tags" options={tags} value={view.tag} onChange={(tag) => onChange({ tag })} />
      <FilterSelect
        label="Author"
        all="All authors"
        options={authors}
        value={view.author}
        onChange={(author) => onChange({ author })}
      />
    </>
  );
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

type FilterSelectProps = {
  /** The name of the filter, such as `Organization`. */
  label: string;
  /** The option for no filter, such as `All organizations`. */
  all: string;
  options: readonly string[];
  /** Empty for no filter. */
  value: string;
  onChange: (value: string) => void;
};

/** Selects one of many names, or none. */
export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  // The value in an address may not be among the current options.
  const allOptions = value === "" || options.includes(value) ? options : [value, ...options];
  return (
    <select
      aria-label={label}
      title={value === "" ? label : `${label}: ${value}`}
      className={classes(styles.select, value !== "" && styles.chosen)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{all}</option>
      {allOptions.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
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
