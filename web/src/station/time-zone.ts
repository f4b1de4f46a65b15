import { isTimeZone } from "@groundcrew/shared/lib";
import { listSites } from "@groundcrew/shared/sites";
import { coordinatesOf, type Coordinates, type Station } from "@groundcrew/shared/stations";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useServerData } from "../data/index.ts";
import { browserZone } from "../lib/index.ts";

/**
 * The time zone of stations, from their sites, or else their locations; that of the browser while it is loading, and for stations without either or
 * of several zones.
 */
export function useTimeZone(stations: readonly Station[]): string {
  const hasSite = stations.some(({ site_id }) => site_id !== undefined);
  const { data: sites = [] } = useServerData(listSites, hasSite ? { query: {} } : null, { isSecondary: true });
  const zones = new Map(sites.map(({ id, time_zone }) => [id, time_zone]));
  const places = stations.flatMap((station) => zones.get(station.site_id ?? 0) ?? placeOf(station) ?? []);
  return useQuery(zonesQuery(places)).data ?? browserZone;
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
