import { useMemo } from "react";
import { timeWindow, timeWindowLabels } from "@groundcrew/shared/lib";
import {
  supportLogStatus,
  supportLogStatusLabels,
  type SupportLogEntry,
  type SupportLogStatus,
} from "@groundcrew/shared/support-log";
import { IconCalendarTime, IconFlag } from "@tabler/icons-react";
import { SearchBox } from "../../fleet/index.ts";
import { Button, ChecklistMenu, ChoiceMenu } from "../../ui/index.ts";
import { filterChoices, type StationOf } from "../log-filter.ts";
import { emptyFilter, isFiltered, type SupportLogView } from "../place.ts";
import { FilterSelect } from "./filter-select.tsx";

export type LogFiltersProps = {
  log: readonly SupportLogEntry[];
  stationOf: StationOf;
  view: SupportLogView;
  onView: (view: SupportLogView) => void;
};

type Change = (changed: Partial<SupportLogView>) => void;

/** Which entries of the log to show. */
export function LogFilters({ log, stationOf, view, onView }: LogFiltersProps) {
  const change: Change = (changed) => onView({ ...view, ...changed });
  return (
    <>
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
        onToggle={(status) => change({ statuses: toggled(view.statuses, status) })}
      />
      <Names log={log} stationOf={stationOf} view={view} onChange={change} />
      {isFiltered(view) && (
        <Button tone="quiet" onClick={() => change(emptyFilter)}>
          Clear Filters
        </Button>
      )}
      <SearchBox
        search={view.search}
        finds="Searches entries and replies, their number (#12), tags and authors, and the station's name, serial number and organization."
        onSearch={(search) => change({ search })}
      />
    </>
  );
}

/** Choices among the names that the log has. */
function Names({ log, stationOf, view, onChange }: Omit<LogFiltersProps, "onView"> & { onChange: Change }) {
  const { organizations, tags, authors } = useMemo(() => filterChoices(log, stationOf), [log, stationOf]);
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

function toggled(chosen: readonly SupportLogStatus[], status: SupportLogStatus): SupportLogStatus[] {
  return chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status];
}

function checkedStatuses(chosen: readonly SupportLogStatus[]): Record<SupportLogStatus, boolean> {
  const isChosen = (status: SupportLogStatus) => chosen.includes(status);
  return {
    note: isChosen("note"),
    record: isChosen("record"),
    incident_needs_action: isChosen("incident_needs_action"),
    incident_deferred: isChosen("incident_deferred"),
    incident_pending: isChosen("incident_pending"),
    incident_pending_urgent: isChosen("incident_pending_urgent"),
    incident_resolved: isChosen("incident_resolved"),
  };
}
