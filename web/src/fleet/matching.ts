import type { Brand } from "@groundcrew/shared/brand";
import {
  compileSearch,
  haystackOf,
  passesFilters,
  sortStations,
  typedSearch,
  type Haystack,
  type SortChoice,
  type Station,
  type ViewSettings,
  defaultSsotViewSettings,
  defaultViewSettings,
  isDescending,
  stationGroupLabels,
  stationSortLabels,
} from "@groundcrew/shared/stations";
import { useDeferredValue, useMemo, useState } from "react";
import { useConsole } from "../console/index.ts";
import type { Fleet } from "./fleet.ts";
import { timeWindowLabels } from "@groundcrew/shared/lib";
import { countText } from "../lib/index.ts";

/**
 * Sorts a fleet again when it changes. It starts from the previous order, since that is nearly sorted; if the order has not
 * changed, the list stays the same object.
 */
export function incrementalSort() {
  let sorted: readonly Station[] = [];

  return function sortedStations(stations: ReadonlyMap<string, Station>, choice: SortChoice): readonly Station[] {
    const next = sortStations(inPreviousOrder(sorted, stations), choice);
    const isSame = next.length === sorted.length && next.every((station, index) => station === sorted[index]);
    if (!isSame) sorted = next;
    return sorted;
  };
}

/** All stations: known ones first, in their previous order. */
function inPreviousOrder(before: readonly Station[], stations: ReadonlyMap<string, Station>): Station[] {
  const known = before.flatMap(({ name }) => stations.get(name) ?? []);
  if (known.length === stations.size) return known;
  const names = new Set(known.map(({ name }) => name));
  return [...known, ...[...stations.values()].filter(({ name }) => !names.has(name))];
}

/** The stations of the chosen type that pass the filters, in the given order. `now` is in ms. */
export function filtered(
  stations: readonly Station[],
  settings: Pick<ViewSettings, "time" | "stationType" | "filters">,
  context: { now: number; brand: Brand },
): readonly Station[] {
  return stations.filter((station) => passesFilters(station, settings, context));
}

/** The stations that match a search, which may still be incomplete, in the given order. */
export function searched(stations: readonly Station[], typed: string): readonly Station[] {
  const search = typedSearch(typed);
  if (search === "") return stations;
  const matches = compileSearch(search);
  return stations.filter((station) => matches(haystack(station)));
}

const haystacks = new WeakMap<Station, Haystack>();

/** The searched text of a station, computed once for each station object. */
function haystack(station: Station): Haystack {
  const known = haystacks.get(station);
  if (known) return known;
  const computed = haystackOf(station);
  haystacks.set(station, computed);
  return computed;
}

/** The matching stations once they are loaded, and the settings they match, which may lag behind the chosen ones. */
type Matching = { stations: readonly Station[] | undefined; shown: ViewSettings };

/**
 * The stations that match the settings, in the chosen order, as of the last response. A long list is filtered while typing
 * continues, and each step runs again only when its inputs change.
 */
export function useMatchingStations(fleet: Fleet | undefined, settings: ViewSettings): Matching {
  const { brand } = useConsole();
  const shown = useDeferredValue(settings);
  const { sort, sortInvert, time, stationType, filters, search } = shown;
  const stations = fleet?.stations;
  const respondedAt = fleet?.respondedAt ?? 0;
  // Only a filter by time depends on the clock; without one an unchanged list stays the same object.
  const now = filters.time ? respondedAt : 0;
  const [sortedStations] = useState(incrementalSort);
  const sorted = useMemo(
    () => stations && sortedStations(stations, { sort, sortInvert, time, now: respondedAt }),
    [sortedStations, stations, sort, sortInvert, time, respondedAt],
  );
  const filteredStations = useMemo(
    () => sorted && filtered(sorted, { time, stationType, filters }, { now, brand }),
    [sorted, time, stationType, filters, now, brand],
  );
  return {
    stations: useMemo(() => filteredStations && searched(filteredStations, search), [filteredStations, search]),
    shown,
  };
}

type View = Pick<ViewSettings, "sort" | "sortInvert" | "group" | "time">;

/** The number of stations and any setting that is not the default, for a screen reader. */
export function viewSentence(count: number, { sort, sortInvert, group, time }: View): string {
  const defaults = defaultViewSettings;
  return [
    countText(count, "station"),
    isSameOrder({ sort, sortInvert }, defaults) ? null : orderPhrase(settingsOrder({ sort, sortInvert })),
    group === defaults.group ? null : `grouped by ${stationGroupLabels[group]}`,
    time === defaults.time ? null : `time: ${timeWindowLabels[time]}`,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

type Order = { label: string; isDescending: boolean };

/** The same for a table of stations, which may be sorted by a column heading. */
export function tableSentence(count: number, settings: Sort, heading: Order | null): string {
  const stations = countText(count, "station");
  if (heading === null && isSameOrder(settings, defaultSsotViewSettings)) return stations;
  return `${stations}, ${orderPhrase(heading ?? settingsOrder(settings))}`;
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
