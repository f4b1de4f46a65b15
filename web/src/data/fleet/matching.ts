import type { Brand } from "@groundcrew/shared/brand";
import {
  compileFilters,
  dependsOnReadings,
  sortStations,
  type Places,
  type SortChoice,
  type Station,
  type ViewSettings,
  type VolatileTable,
  defaultViewSettings,
  isDescending,
  isSortedAlike,
  stationGroupLabels,
  stationSortLabels,
} from "@groundcrew/shared/stations";
import { useMemo, useState } from "react";
import { useConsole } from "../../console/index.ts";
import type { Fleet } from "./fleet.ts";
import { useStationSearch } from "./station-search.ts";
import { timeWindowLabels } from "@groundcrew/shared/lib";
import { countText } from "../../lib/index.ts";

/** Said when stations could not be loaded. */
export const LIST_FAILED = "Loading the station list failed";

type Sorted = { stations: ReadonlyMap<string, Station>; choice: SortChoice; volatile: VolatileTable | null };

/**
 * Sorts stations again when they, their times of contact in `volatile`, or the choice change. If the order has not changed, the list stays
 * the same object. It keeps its result outside of React, which may render the same change several times.
 */
export function incrementalSort() {
  let sorted: readonly Station[] = [];
  let last: Sorted | undefined;

  return function sortedStations(next: Sorted): readonly Station[] {
    const { stations, choice, volatile } = next;
    if (!last || !isAlike(last, next)) {
      const rows = sortStations([...stations.values()], choice, volatile);
      const isSame = rows.length === sorted.length && rows.every((station, index) => station === sorted[index]);
      if (!isSame) sorted = rows;
    }
    last = next;
    return sorted;
  };
}

/** True if the result is the same. */
function isAlike(one: Sorted, other: Sorted): boolean {
  if (one.stations !== other.stations || !isSameOrder(one.choice, other.choice)) return false;
  if (one.choice.time !== other.choice.time) return false;
  const [before, after] = [one, other].map(({ choice: { now }, volatile }) => ({ now, volatile }));
  if (!before || !after) return false;
  const isSame = before.now === after.now && before.volatile === after.volatile;
  return isSame || isSortedAlike(other.choice, before, after);
}

/** True if a list depends on times and readings of each station, besides the times of contact in its default order. */
function isByReadings({ sort, filters }: Pick<ViewSettings, "sort" | "filters">): boolean {
  return dependsOnReadings(filters) || sort === "temperature" || sort === "uptime";
}

/** The stations of the chosen type that pass the filters, in the given order. `now` is in ms. */
export function filtered(
  stations: readonly Station[],
  settings: Pick<ViewSettings, "time" | "stationType" | "filters">,
  context: { now: number; brand: Brand },
): readonly Station[] {
  return stations.filter(compileFilters(settings, context));
}

/**
 * The stations that match the settings, except for their readiness, sites and tags, in the chosen order, as of the last response; undefined until they are loaded. Each step runs again
 * only when its inputs change. The stations may be rows without their newest volatile fields, which `fleet.stations` has.
 */
export function useMatchingStations(
  fleet: Fleet | undefined,
  settings: Omit<ViewSettings, "ready" | keyof Places>,
): readonly Station[] | undefined {
  const { brand } = useConsole();
  const { sort, sortInvert, time, stationType, filters, q } = settings;
  const all = fleet?.stations;
  const stations = isByReadings(settings) ? all : all?.rows;
  const volatile = all?.volatile ?? null;
  const respondedAt = fleet?.respondedAt ?? 0;
  // Without such a filter an unchanged list stays the same object.
  const now = dependsOnReadings(filters) ? respondedAt : 0;
  const [sortedStations] = useState(incrementalSort);
  const sorted = useMemo(
    () => stations && sortedStations({ stations, choice: { sort, sortInvert, time, now: respondedAt }, volatile }),
    [sortedStations, stations, volatile, sort, sortInvert, time, respondedAt],
  );
  const filteredStations = useMemo(
    () => sorted && filtered(sorted, { time, stationType, filters }, { now, brand }),
    [sorted, time, stationType, filters, now, brand],
  );
  const { searched } = useStationSearch(all?.rows);
  return useMemo(() => filteredStations && searched(filteredStations, q), [searched, filteredStations, q]);
}

type View = Pick<ViewSettings, "sort" | "sortInvert" | "group" | "time">;
type Order = { label: string; isDescending: boolean };

/** The number of stations and any setting that is not the default, for a screen reader. A table may be sorted by a column's heading. */
export function viewSentence(
  count: number,
  view: View,
  { defaults = defaultViewSettings, heading = null }: { defaults?: View; heading?: Order | null } = {},
): string {
  const { group, time } = view;
  const isUsualOrder = heading === null && isSameOrder(view, defaults);
  return [
    countText(count, "station"),
    isUsualOrder ? null : orderPhrase(heading ?? settingsOrder(view)),
    group === defaults.group ? null : `grouped by ${stationGroupLabels[group]}`,
    time === defaults.time ? null : `time: ${timeWindowLabels[time]}`,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

type Sort = Pick<ViewSettings, "sort" | "sortInvert">;

function isSameOrder(one: Sort, other: Sort): boolean {
  return one.sort === other.sort && one.sortInvert === other.sortInvert;
}

function settingsOrder({ sort, sortInvert }: Sort): Order {
  return { label: stationSortLabels[sort], isDescending: isDescending(sort, sortInvert) };
}

function orderPhrase({ label, isDescending }: Order): string {
  return `sorted by ${label}, ${isDescending ? "descending" : "ascending"}`;
}
