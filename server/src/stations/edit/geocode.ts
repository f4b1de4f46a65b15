import { SECOND_MS } from "@groundcrew/shared/lib";
import { type Coordinates, isOnEarth } from "@groundcrew/shared/stations";
import type { Logger } from "pino";
import { z } from "zod";

/** Finds the coordinates of an address; null when unknown. */
export type Geocode = (address: string) => Promise<Coordinates | null>;

/**
 * Looks addresses up in the bundled list of place names and, if a service is configured, sends it what the list does not have: streets, and
 * places too small for it. When the service does not answer, a street gets the coordinates of its settlement.
 */
export function openGeocoder({ serviceUrl, log }: { serviceUrl: string | null; log: Logger }): Geocode {
  async function lookUp(address: string): Promise<Coordinates | null> {
    if (serviceUrl === null) return null;
    try {
      return await requestService(serviceUrl, address);
    } catch (error) {
      // The address is stored as text, so people can still find the station.
      log.warn({ err: error }, "the geocoding service failed");
      return null;
    }
  }

  return async (address) => {
    const place = findPlace(address, await loadPlaces());
    const point = place && { lat: place.lat, lng: place.lng };
    return place?.isWholeAddress ? point : ((await lookUp(address)) ?? point);
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
async function requestService(template: string, address: string): Promise<Coordinates | null> {
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

/** A settlement, and every name of its regions and its country. */
type Place = { lat: number; lng: number; population: number; regions: ReadonlySet<string> };

/** Settlements by name, and the names of all regions, both normalized by `wordsOf`. */
type Places = { byName: ReadonlyMap<string, readonly Place[]>; regions: ReadonlySet<string> };

let loading: Promise<Places> | undefined;

/** Settlements of the whole world with more than a few thousand people. Loaded on first use, because they take some megabytes. */
function loadPlaces(): Promise<Places> {
  loading ??= readPlaces();
  return loading;
}

async function readPlaces(): Promise<Places> {
  const { cityMapping } = await import("city-timezones");
  const countries = new Intl.DisplayNames("en", { type: "region" });
  const byName = new Map<string, Place[]>();
  const allRegions = new Set<string>();
  for (const { city, city_ascii, lat, lng, pop, province, state_ansi, country, iso2, iso3 } of cityMapping) {
    const country2 = nameOf(countries, iso2);
    const regions = new Set(namesFrom([province, state_ansi, country, country2, iso2, iso3, aliases[iso2]]));
    for (const region of regions) allRegions.add(region);
    const place = { lat, lng, population: pop, regions };
    // "Washington, D.C."
    const [beforeComma] = city.split(",");
    for (const name of new Set(namesFrom([beforeComma, city, city_ascii])))
      byName.set(name, [...(byName.get(name) ?? []), place]);
  }
  return { byName, regions: allRegions };
}

/** Common names that the list does not have. */
const aliases: Record<string, string> = { GB: "UK", AE: "UAE" };

function nameOf(countries: Intl.DisplayNames, code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? countries.of(code) : undefined;
}

/** The list's types are loose: where a name is missing or consists of digits, it may contain something else. */
function namesFrom(texts: readonly unknown[]): string[] {
  return texts
    .flatMap((text) => (typeof text === "string" ? [wordsOf(text).join(" ")] : []))
    .filter((name) => name !== "");
}

/**
 * The words of a part of an address, normalized for comparison: no accents, capitals or punctuation, and without words that contain digits,
 * which are house numbers and postal codes.
 */
function wordsOf(part: string): string[] {
  const plain = part
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll(/['’.]/g, "");
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "" && !/\p{N}/u.test(word));
}

/** The position of a place in an address. `isWhole` is true for a place alone ("Boulder, Colorado"), false when a street precedes it. */
type FoundPlace = Coordinates & { isWholeAddress: boolean };

/**
 * The settlement in an address, read from narrow to wide as addresses are written. The parts after its name must match: "Paris, Texas"
 * means no Paris of another region. Of several, the one that matches more of the address, then the largest. Null when none is known.
 */
function findPlace(address: string, places: Places): FoundPlace | null {
  const parts = address
    .split(",")
    .map((part) => wordsOf(part))
    .filter((words) => words.length > 0);
  for (const [at, words] of parts.entries()) {
    const found = best(words, { wider: parts.slice(at + 1).map((part) => part.join(" ")), places });
    if (found) return { lat: found.lat, lng: found.lng, isWholeAddress: at === 0 };
  }
  return null;
}

type Addresses = { wider: readonly string[]; places: Places };

/** A part may include the region ("Boulder CO"), but starts with the settlement. */
function best(words: readonly string[], { wider, places }: Addresses): Place | null {
  for (let length = words.length; length > 0; length -= 1) {
    const named = places.byName.get(words.slice(0, length).join(" ")) ?? [];
    const tail = words.slice(length).join(" ");
    const regions = tail === "" ? wider : [tail, ...wider];
    const fitting = named.flatMap((place) => {
      if (tail !== "" && !place.regions.has(tail)) return [];
      const known = regions.filter((region) => places.regions.has(region));
      return known.every((region) => place.regions.has(region)) ? [place] : [];
    });
    const [largest] = fitting.toSorted((one, other) => other.population - one.population);
    if (largest) return largest;
  }
  return null;
}
