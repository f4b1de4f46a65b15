import type { Coordinates } from "@groundcrew/shared/stations";
import type { Logger } from "pino";
import { findPlace } from "./find-place.ts";
import { loadPlaces } from "./places.ts";
import { askService } from "./service.ts";

/** Finds where an address is; null when that is not known. */
export type Geocode = (address: string) => Promise<Coordinates | null>;

/**
 * Finds addresses in the bundled list of place names, and, where a service is configured, asks it for what the list
 * cannot tell: streets, and places too small for it. Without an answer of the service, a street is taken to be in the
 * middle of its settlement.
 */
export function openGeocoder({ serviceUrl, log }: { serviceUrl: string | null; log: Logger }): Geocode {
  async function ask(address: string): Promise<Coordinates | null> {
    if (serviceUrl === null) return null;
    try {
      return await askService(serviceUrl, address);
    } catch (error) {
      // The address is kept as text, so the station can still be found by people.
      log.warn({ err: error }, "the geocoding service did not help");
      return null;
    }
  }

  return async (address) => {
    const place = findPlace(address, await loadPlaces());
    const point = place && { lat: place.lat, lng: place.lng };
    return place?.isWhole ? point : ((await ask(address)) ?? point);
  };
}
