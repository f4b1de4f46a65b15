import type { Station } from "../station.ts";

/** Stands for stations without a site, beside the numbers of sites. */
export const NO_SITE = "none";

/** The sites and tags that a list shows: stations of one of the sites, with one of the tags, and with none of the others. Empty for any. */
export type Places = { site: readonly string[]; tags: readonly string[]; tagsNot: readonly string[] };

/** True if a list shows only stations at some sites or with or without some tags. */
export function hasPlaces({ site, tags, tagsNot }: Places): boolean {
  return site.length + tags.length + tagsNot.length > 0;
}

type Placed = Pick<Station, "site_id" | "tags">;

/** Compiles whether a station is at the chosen places. */
export function compilePlaces<S extends Placed>(
  { site, tags, tagsNot }: Places,
  tagsOf: (station: S) => Station["tags"] = (station) => station.tags,
): (station: S) => boolean {
  const sites = new Set(site);
  const wanted = new Set(tags);
  const unwanted = new Set(tagsNot);
  return (station) => {
    if (sites.size > 0 && !sites.has(String(station.site_id ?? NO_SITE))) return false;
    const own = tagsOf(station) ?? [];
    return (wanted.size === 0 || own.some((tag) => wanted.has(tag))) && !own.some((tag) => unwanted.has(tag));
  };
}
