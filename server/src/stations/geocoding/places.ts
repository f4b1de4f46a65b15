import { wordsOf } from "./words.ts";

/** A settlement, and every name of its regions and its country. */
export type Place = { lat: number; lng: number; population: number; regions: ReadonlySet<string> };

/** Settlements by name, and the names of all regions, both normalized by `wordsOf`. */
export type Places = { byName: ReadonlyMap<string, readonly Place[]>; regions: ReadonlySet<string> };

let loading: Promise<Places> | undefined;

/** Settlements of the whole world with more than a few thousand people. Loaded on first use, because they take some megabytes. */
export function loadPlaces(): Promise<Places> {
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
