import { compileSearch, haystackOf, typedSearch, type Haystack, type Station } from "@groundcrew/shared/stations";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** Searches stations. The searched text of a station is computed again only when one of its fields changes. */
export function stationSearch() {
  const known = new Map<string, { station: Station; haystack: Haystack }>();

  function haystack(station: Station): Haystack {
    const text = known.get(station.name);
    if (text?.station === station) return text.haystack;
    if (text && isSameText(text.station, station)) {
      text.station = station;
      return text.haystack;
    }
    const computed = haystackOf(station);
    known.set(station.name, { station, haystack: computed });
    return computed;
  }

  /** The stations that match a search, which may still be incomplete, in the given order. */
  function searched(stations: readonly Station[], typed: string): readonly Station[] {
    const search = typedSearch(typed);
    if (search === "") return stations;
    const matches = compileSearch(search);
    return stations.filter((station) => matches(haystack(station)));
  }

  /** `prepare` computes the searched text of a station before it is needed. */
  return { searched, prepare: haystack };
}

function isSameText(one: Station, other: Station): boolean {
  return (
    one.serial_number === other.serial_number &&
    one.location_deployment === other.location_deployment &&
    one.description === other.description &&
    one.organization_name === other.organization_name
  );
}

const searches = new WeakMap<QueryClient, ReturnType<typeof stationSearch>>();

function searchOf(client: QueryClient) {
  const known = searches.get(client) ?? stationSearch();
  searches.set(client, known);
  return known;
}

/** A search of the given stations, which all lists share. Their texts are computed while the page is idle. */
export function useStationSearch(stations: ReadonlyMap<string, Station> | undefined) {
  const search = searchOf(useQueryClient());
  useEffect(() => {
    // Safari has no `requestIdleCallback`; there, the first search computes the texts.
    if (!stations || !("requestIdleCallback" in window)) return;
    const remaining = stations.values();
    let handle = requestIdleCallback(function prepareSome(deadline) {
      while (deadline.timeRemaining() > 1) {
        const { value: station } = remaining.next();
        if (!station) return;
        search.prepare(station);
      }
      handle = requestIdleCallback(prepareSome);
    });
    return () => cancelIdleCallback(handle);
  }, [stations, search]);
  return search;
}
