import { SECOND_MS } from "@groundcrew/shared/lib";
import { type Coordinates, isOnEarth } from "@groundcrew/shared/stations";
import type { Logger } from "pino";
import { z } from "zod";
import { findPlace, loadPlaces } from "./places.ts";

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

const TIMEOUT_MS = 3 * SECOND_MS;
const MAX_BYTES = 1024 * 1024;

const degrees = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
]);
const results = z.array(z.object({ lat: degrees, lon: degrees }));

/**
 * Queries a geocoding service with Nominatim's API. `template` is its search address with `{query}` for the text; the answer is a list of
 * `{lat, lon}`, the best first. Null when nothing is found; rejects when there is no valid answer within three seconds.
 */
async function askService(template: string, address: string): Promise<Coordinates | null> {
  const response = await fetch(template.replace("{query}", encodeURIComponent(address)), {
    headers: { accept: "application/json", "user-agent": "Groundcrew" },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The geocoding service answered with status ${response.status}.`);
  const [first] = results.parse(JSON.parse(await shortText(response)));
  if (!first) return null;
  const point = { lat: first.lat, lng: first.lon };
  return isOnEarth(point) ? point : null;
}

async function shortText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error("The geocoding service answered with too much.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
