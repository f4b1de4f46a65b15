import { BULK_STATIONS_MAX } from "@groundcrew/shared/bulk-acts";
import type { Content } from "@groundcrew/shared/contract";
import { compileGroups, type countListedStations, type StationGroup } from "@groundcrew/shared/stations";
import type { GroupCounts, ListGroup, ListRow } from "../list/listed.ts";
import { selectedRows } from "../selection/selected-rows.ts";
import { knownRows } from "./known-rows.ts";
import { type ListQuery, type LoadedPages, readRows } from "../../data/pages/index.ts";
import { selectRows } from "./paged-tools.tsx";

type Counts = Content<typeof countListedStations>;

type GroupsOptions = {
  rows: readonly ListRow[];
  groups: LoadedPages["groups"];
  /** Undefined while they are not loaded. */
  counts: Counts | undefined;
  group: StationGroup;
  query: ListQuery;
};

/** The groups of a list in pages. */
export function pagedGroups({ rows, groups, counts, group, query }: GroupsOptions): ListGroup[] {
  if (groups === null) return rows.length === 0 ? [] : [{ key: "", label: "", stations: rows }];
  const counted = new Map(counts?.groups.map((one) => [one.key, countsOf(one)]));
  const groupOf = compileGroups(group);
  let from = 0;
  return groups.map(({ key, label, total }): ListGroup => {
    const start = from;
    from += total;
    const isInGroup = (name: string) => {
      const station = knownRows.all().get(name);
      return station !== undefined && groupOf(station) === key;
    };
    const read = async () => {
      const found = await readRows(query, { from: start, max: Math.min(total, BULK_STATIONS_MAX) });
      // Others may have moved meanwhile.
      return found.filter((station) => groupOf(station) === key);
    };
    return {
      key,
      label,
      stations: rows.slice(start, from),
      counts: counted.get(key) ?? null,
      countOf: (names) => [...names].filter(isInGroup).length,
      select: () => void selectRows(read, selectedRows.toggleAll),
    };
  });
}

function countsOf({ not_ready, stats }: Counts["groups"][number]): GroupCounts {
  return { online: stats.online, notReady: not_ready, withErrors: stats.error, maintained: stats.maintenance };
}
