import { isTimeZone } from "@groundcrew/shared/lib";
import { listSites } from "@groundcrew/shared/sites";
import { coordinatesOf, type Coordinates, type Station } from "@groundcrew/shared/stations";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { useServerData } from "../data/index.ts";
import { browserZone, stationZone, zoneChoice } from "../lib/index.ts";
import { usePageValue } from "../page/index.ts";

/**
 * The time zone of stations, from their sites, or else their locations; that of the browser while it is loading, and for stations without either or
 * of several zones. UTC for a user who reads all times in it.
 */
export function useTimeZone(stations: readonly Station[]): string {
  const hasSite = stations.some(({ site_id }) => site_id !== undefined);
  const { data: sites = [] } = useServerData(listSites, hasSite ? { query: {} } : null, { isSecondary: true });
  const zones = new Map(sites.map(({ id, time_zone }) => [id, time_zone]));
  const places = stations.flatMap((station) => zones.get(station.site_id ?? 0) ?? placeOf(station) ?? []);
  const zone = useQuery(zonesQuery(places)).data ?? browserZone;
  return zoneChoice.get() === "utc" ? "UTC" : zone;
}

/**
 * Shows the times of what is mounted in the zone of a station, to a user who reads them in it. Returns the key of the elements with these times, which
 * are made again once the zone is known.
 */
export function useStationTimes(station: Station | null): string {
  const zone = useTimeZone(station !== null && zoneChoice.get() === "station" ? [station] : []);
  const isOther = zoneChoice.get() === "station" && zone !== browserZone;
  useLayoutEffect(() => {
    if (!isOther) return;
    const before = stationZone.get();
    stationZone.set(zone);
    return () => stationZone.set(before);
  }, [isOther, zone]);
  return usePageValue(stationZone) ?? "";
}

function placeOf(station: Station): Coordinates | null {
  const { lat, lng } = station.location ?? {};
  return typeof lat === "number" && typeof lng === "number" ? { lat, lng } : coordinatesOf(station);
}

/** Places are zones that are known, or coordinates. */
function zonesQuery(places: readonly (string | Coordinates)[]) {
  return queryOptions({
    queryKey: ["time-zone", places],
    queryFn: async () => {
      const { default: zoneAt } = await import("@photostructure/tz-lookup");
      const zones = new Set(places.map((place) => (typeof place === "string" ? place : zoneAt(place.lat, place.lng))));
      const [zone] = zones;
      return zones.size === 1 && zone !== undefined && isTimeZone(zone) ? zone : null;
    },
    enabled: places.length > 0,
    staleTime: Infinity,
    meta: { isPublic: true },
  });
}
