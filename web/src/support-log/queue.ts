import type { Brand } from "@groundcrew/shared/brand";
import { compareText, rankForPeople } from "@groundcrew/shared/lib";
import { isTooManyErrors, isTriaged } from "@groundcrew/shared/station-errors";
import { compileSearch, hasUnresolvedErrors, haystackOf, typedSearch, type Station } from "@groundcrew/shared/stations";
import type { OwnerKind } from "../ownership/index.ts";
import type { OwnerFilter, QueueOrder, QueueView } from "./view.ts";

/** The stations with unresolved errors, and the number of those errors. */
export type TriageQueue = {
  stations: Station[];
  count: number;
  /** How many of the stations are in maintenance. */
  maintained: number;
  isTooMany: boolean;
  /** The names of all organizations in the queue, regardless of the organization filter. */
  organizations: string[];
};

export const queueOrderLabels: Record<QueueOrder, string> = {
  serial: "Serial Number",
  errors: "Most Errors",
  newest: "Newest Error",
};

/**
 * The triage queue of a view. With `all`, it includes mocked, internal and retired stations, which its count in the navigation
 * excludes. In the order of serial numbers, stations keep their position while their errors are resolved.
 */
export function triageQueue(
  stations: Iterable<Station>,
  { all, org, q, sort }: QueueView,
  brand: Pick<Brand, "internal_prefix">,
): TriageQueue {
  const candidates = [...stations].filter(
    (station) => hasUnresolvedErrors(station) && (all || isTriaged(station, brand)),
  );
  const search = typedSearch(q);
  const matches = compileSearch(search);
  const queued = candidates.filter((station) => {
    return (org === "" || station.organization_name === org) && (search === "" || matches(haystackOf(station)));
  });
  return {
    ...counted(sorted(queued, sort)),
    organizations: [...new Set(candidates.map((station) => station.organization_name))].sort(compareText),
  };
}

/** How many stations each filter by owner keeps. */
export function ownerCounts(
  stations: readonly Station[],
  kindOf: (station: string) => OwnerKind,
): Record<OwnerFilter, number> {
  const counts = { all: stations.length, mine: 0, unassigned: 0, other: 0 };
  for (const { name } of stations) counts[kindOf(name)] += 1;
  return counts;
}

/** A queue with only the stations that a filter by owner keeps. */
export function ofOwner(queue: TriageQueue, own: OwnerFilter, kindOf: (station: string) => OwnerKind): TriageQueue {
  if (own === "all") return queue;
  return { ...queue, ...counted(queue.stations.filter(({ name }) => kindOf(name) === own)) };
}

function counted(stations: Station[]): Omit<TriageQueue, "organizations"> {
  const count = stations.reduce((sum, station) => sum + unresolvedCount(station), 0);
  const maintained = stations.filter(({ maintenance }) => maintenance !== null).length;
  return { stations, count, maintained, isTooMany: isTooManyErrors(count) };
}

/** The number of a station's unresolved errors. */
export function unresolvedCount({ support_metrics }: Pick<Station, "support_metrics">): number {
  return support_metrics?.errors_unresolved ?? 0;
}

function sorted(stations: readonly Station[], order: QueueOrder): Station[] {
  const ranks = rankForPeople(new Set(stations.map((station) => station.serial_number)));
  const rankOf = (station: Station) => ranks.get(station.serial_number) ?? 0;
  return stations.toSorted((a, b) => compare(order, { a, b }) || rankOf(a) - rankOf(b) || compareText(a.name, b.name));
}

function compare(order: QueueOrder, { a, b }: { a: Station; b: Station }): number {
  switch (order) {
    case "serial":
      return 0;
    case "errors":
      return unresolvedCount(b) - unresolvedCount(a);
    case "newest":
      return newestErrorMs(b) - newestErrorMs(a);
  }
}

function newestErrorMs({ support_metrics }: Station): number {
  return Date.parse(support_metrics?.error_latest ?? "") || 0;
}
