import { useCallback, useDeferredValue, useMemo, type ComponentProps } from "react";

import { recordOf } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  supportLogStatus,
  supportLogStatusLabels,
  type SupportLogEntry,
  type SupportLogStatus,
} from "@groundcrew/shared/support-log";
import { IconBuilding, IconFlag, IconTag, IconUser } from "@tabler/icons-react";
import { useStations } from "../../data/fleet/index.ts";
import { FilterBar, PickerMenu, TimeMenu, useView, type ViewInAddress } from "../../kit/index.ts";
import { useIncidentOwners } from "../../ownership/index.ts";
import { ChecklistMenu } from "../../ui/index.ts";
import { filterLog, filterOptions, ofOwner, ownerCounts, type FindStation } from "../log-entries.ts";
import { OwnerFilters } from "../owner-filters.tsx";
import { useAllEntries } from "../use-log.ts";
import { logView, type LogView, type OwnerFilter } from "../view.ts";

export type LogFiltersProps = {
  view: ViewInAddress<LogView>;
  log: readonly SupportLogEntry[];
  findStation: FindStation;
  /** How many entries each filter by owner keeps; undefined while loading. */
  counts: Record<OwnerFilter, number> | undefined;
};

/** The filters of the log. */
export function LogFilters({ view, log, findStation, counts }: LogFiltersProps) {
  const { on } = view;
  const { value: statuses, onChange: setStatuses } = on("status");
  const { organizations, tags, authors } = useMemo(() => filterOptions(log, findStation), [log, findStation]);
  return (
    <FilterBar
      view={view}
      hasClear
      filters={{
        own: <OwnerFilters counts={counts} {...on("own")} />,
        t: <TimeMenu {...on("t")} />,
        status: (
          <ChecklistMenu
            name="Status"
            icon={IconFlag}
            labels={supportLogStatusLabels}
            options={supportLogStatus.options}
            checked={recordOf(supportLogStatus.options, (status) => statuses.includes(status))}
            onToggle={(status) => setStatuses(toggle(statuses, status))}
          />
        ),
        org: <NameMenu label="Organization" icon={IconBuilding} names={organizations} {...on("org")} />,
        tag: <NameMenu label="Tag" icon={IconTag} names={tags} {...on("tag")} />,
        author: <NameMenu label="Author" icon={IconUser} names={authors} {...on("author")} />,
      }}
      search={{
        help: "Searches entries and replies, their number (#12), tags and authors, and the station's name, serial number and organization.",
      }}
    />
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

/** The support log entries of all stations, and those that match the view in the address. */
export function useFilteredLog(user: SessionUser) {
  const inAddress = useView(logView);
  const { view } = inAddress;
  const query = useAllEntries(view.t);
  const { data: log } = query;
  const filter = useDeferredValue(view);
  const names = useMemo(() => log && [...new Set(log.map(({ station_name }) => station_name))], [log]);
  const { fleet, ...found } = useStations({ user, parts: NO_PARTS, wanted: names ? { names } : null });
  const stations = fleet?.stations;
  const findStation: FindStation = useCallback((name) => stations?.get(name), [stations]);
  // Without a filter, stations do not affect the result, so their frequent changes are ignored.
  const findFilterStation = logView.filtered(filter).length > 0 ? findStation : NO_STATION;
  const owners = useIncidentOwners();
  const matching = useMemo(() => log && filterLog(log, filter, findFilterStation), [log, filter, findFilterStation]);
  const entries = useMemo(
    () => matching && ofOwner(matching, filter.own, owners.kindOf),
    [matching, filter.own, owners],
  );
  const counts = useMemo(() => matching && ownerCounts(matching, owners.kindOf), [matching, owners]);
  return { ...query, inAddress, log, entries, counts, findStation, fleet, fleetFreshness: found.freshness };
}

const NO_PARTS = [] as const;

const NO_STATION: FindStation = () => undefined;
