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
} from "@groundcrew/shared/stations";

/**
 * Sorts a fleet again when it changes. It starts from the previous order, since that is nearly sorted; if the order has not
 * changed, the list stays the same object.
 */
export function incrementalSort() {
  let sorted: readonly Station[] = [];

  return function sortedStations(stations: ReadonlyMap<string, Station>, choice: SortChoice): readonly Station[] {
    const next = sortStations(inOrderOf(sorted, stations), choice);
    const isSame = next.length === sorted.length && next.every((station, at) => station === sorted[at]);
    if (!isSame) sorted = next;
    return sorted;
  };
}

/** All stations: known ones first, in their previous order. */
function inOrderOf(before: readonly Station[], stations: ReadonlyMap<string, Station>): Station[] {
  const known = before.flatMap(({ name }) => stations.get(name) ?? []);
  if (known.length === stations.size) return known;
  const names = new Set(known.map(({ name }) => name));
  return [...known, ...[...stations.values()].filter(({ name }) => !names.has(name))];
}

/** The stations of the chosen type that pass the filters, in the given order. `now` is in ms. */
export function filtered(
  stations: readonly Station[],
  settings: Pick<ViewSettings, "time" | "stationType" | "filters">,
  at: { now: number; brand: Brand },
): readonly Station[] {
  return stations.filter((station) => passesFilters(station, settings, at));
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
