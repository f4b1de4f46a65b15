import { useMemo } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { bestStations, type Station } from "@groundcrew/shared/stations";
import { useBestStations, useStations, useStationSearch } from "../data/fleet/index.ts";
import { useFirst } from "./use-first.ts";

const NO_PARTS = [] as const;
const SHOWN = 5;

/** A station as it is now; undefined if it is not known. */
export type Find = (name: string) => Station | undefined;

/**
 * The stations that a query finds, in the whole fleet or, if that is too large, on the server. They stay as they were found first, so that no row moves;
 * what is said about them is current. `names` are those of stations that are shown besides.
 */
export function useStationsFound(user: SessionUser, query: string, names: readonly string[]) {
  const isInPages = user.lists_in_pages === true;
  const { fleet, ...state } = useStations({ user, parts: NO_PARTS, wanted: { names } });
  // As they are when the palette opens.
  const whole = useFirst("", isInPages ? undefined : fleet?.stations.rows);
  const matching = useMatching(whole, query);
  const current = useBestStations(isInPages && query !== "" ? query : null, SHOWN);
  const first = useFirst(query, current.found);
  const byName = new Map(current.found?.best.map((station) => [station.name, station]));
  const find: Find = (name) => fleet?.stations.get(name) ?? byName.get(name);
  const found = isInPages ? (query === "" ? NONE : first) : whole && matching;
  const error = isInPages ? current.error : state.error;
  return { find, found: found ?? NONE, isSearching: found === undefined && error === null };
}

const NONE = { best: [], count: 0 };

/** The stations that a query finds. Live changes render the palette again, but search only what is typed. */
function useMatching(stations: ReadonlyMap<string, Station> | undefined, query: string) {
  const { searched, prepare } = useStationSearch(stations);
  return useMemo(() => {
    const found = stations && query !== "" ? searched([...stations.values()], query) : [];
    const best = bestStations(found, { query, textOf: (station) => prepare(station).rest, count: SHOWN });
    return { count: found.length, best };
  }, [stations, query, searched, prepare]);
}
