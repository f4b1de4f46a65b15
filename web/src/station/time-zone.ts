import { isTimeZone } from "@groundcrew/shared/lib";
import { coordinatesOf, type Coordinates, type Station } from "@groundcrew/shared/stations";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { browserZone } from "../lib/index.ts";

/**
 * The time zone of stations, from their locations; that of the browser while it is loading, and for stations without a location or of several
 * zones.
 */
export function useTimeZone(stations: readonly Station[]): string {
  return useQuery(zonesQuery(stations.flatMap((station) => placeOf(station) ?? []))).data ?? browserZone;
}

function placeOf(station: Station): Coordinates | null {
  const { lat, lng } = station.location ?? {};
  return typeof lat === "number" && typeof lng === "number" ? { lat, lng } : coordinatesOf(station);
}

function zonesQuery(places: readonly Coordinates[]) {
  return queryOptions({
    queryKey: ["time-zone", places],
    queryFn: async () => {
      const { default: zoneAt } = await import("@photostructure/tz-lookup");
      const zones = new Set(places.map(({ lat, lng }) => zoneAt(lat, lng)));
      const [zone] = zones;
      return zones.size === 1 && zone !== undefined && isTimeZone(zone) ? zone : null;
    },
    enabled: places.length > 0,
    staleTime: Infinity,
    meta: { isPublic: true },
  });
}
