import type { Brand } from "@groundcrew/shared/brand";
import {
  compileSearch,
  fleetStats,
  groupStations,
  haystackOf,
  hasUnresolvedErrors,
  passesFilters,
  sortStations,
  typedSearch,
  type FleetStats,
  type Haystack,
  type SortChoice,
  type Station,
  type ViewSettings,
} from "@groundcrew/shared/stations";

/** The stations that pass, group by group, and the numbers above them. */
export type StationView = { groups: ViewGroup[]; stats: FleetStats };

export type ViewGroup = { key: string; label: string; stations: Station[]; online: number; withErrors: number };

/** All stations in the chosen order. Sorting before filtering keeps typing fast: a keystroke only filters. */
export function sortedStations(stations: Iterable<Station>, choice: SortChoice): Station[] {
  return sortStations([...stations], choice);
}

/** Narrows sorted stations down to what the settings ask for, and groups them. `now` is in ms. */
export function viewOf(
  sorted: readonly Station[],
  settings: ViewSettings,
  { now, brand }: { now: number; brand: Brand },
): StationView {
  const search = typedSearch(settings.search);
  const matches = search === "" ? null : compileSearch(search);
  const passing = sorted.filter(
    (station) => passesFilters(station, settings, { now, brand }) && (!matches || matches(haystack(station))),
  );
  return {
    groups: groupStations(passing, settings.group).map(withTotals),
    stats: fleetStats(passing, settings.time, now),
  };
}

function withTotals(group: Pick<ViewGroup, "key" | "label" | "stations">): ViewGroup {
  const online = group.stations.filter((station) => station.last_online_status).length;
  const withErrors = group.stations.filter(hasUnresolvedErrors).length;
  return { ...group, online, withErrors };
}

const haystacks = new WeakMap<Station, Haystack>();

/** The searched text of a station, made once for as long as the station does not change. */
function haystack(station: Station): Haystack {
  const known = haystacks.get(station);
  if (known) return known;
  const made = haystackOf(station);
  haystacks.set(station, made);
  return made;
}
