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
      const { default: cities } = await import("city-timezones/data/cityMap.json");
      const zones = new Set(places.map((place) => nearestZone(place, cities)));
      const [zone] = zones;
      return zones.size === 1 && zone !== undefined ? zone : null;
    },
    enabled: places.length > 0,
    staleTime: Infinity,
    meta: { isPublic: true },
  });
}

type City = [name: string, lat: number, lng: number, population: number, zone: string];

/** The time zone of the city that is nearest to a place. */
function nearestZone({ lat, lng }: Coordinates, cities: readonly City[]): string | undefined {
  const width = Math.cos((lat * Math.PI) / 180);
  let found: string | undefined;
  let least = Infinity;
  for (const [, cityLat, cityLng, , zone] of cities) {
    const east = Math.abs(cityLng - lng);
    const distance = Math.hypot(cityLat - lat, Math.min(east, 360 - east) * width);
    if (distance < least) [found, least] = [zone, distance];
  }
  return found;
}
