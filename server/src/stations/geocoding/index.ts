import type { Coordinates } from "@groundcrew/shared/stations";
import type { Logger } from "pino";
import { findPlace } from "./find-place.ts";
import { loadPlaces } from "./places.ts";
import { askService } from "./service.ts";

/** Finds the coordinates of an address; null when unknown. */
export type Geocode = (address: string) => Promise<Coordinates | null>;

/**
 * Looks addresses up in the bundled list of place names and, if a service is configured, sends it what the list does not have: streets, and
 * places too small for it. When the service does not answer, a street gets the coordinates of its settlement.
 */
export function openGeocoder({ serviceUrl, log }: { serviceUrl: string | null; log: Logger }): Geocode {
  async function ask(address: string): Promise<Coordinates | null> {
    if (serviceUrl === null) return null;
    try {
      return await askService(serviceUrl, address);
    } catch (error) {
      // The address is stored as text, so people can still find the station.
      log.warn({ err: error }, "the geocoding service failed");
      return null;
    }
  }

  return async (address) => {
    const place = findPlace(address, await loadPlaces());
    const point = place && { lat: place.lat, lng: place.lng };
    return place?.isWhole ? point : ((await ask(address)) ?? point);
  };
}
