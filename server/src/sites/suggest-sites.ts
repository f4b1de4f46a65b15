import timeZoneAt from "@photostructure/tz-lookup";
import { NEW_SITE_STATIONS_MAX, NEW_SITES_MAX, SITE_NAME_MAX, type SiteSuggestion } from "@groundcrew/shared/sites";
import { metersBetween, pointOf, sitesOf, type Point } from "@groundcrew/shared/stations";
import { sitedEntry } from "./figures.ts";
import type { SitePlace } from "./queries.ts";
import type { BoardEntry } from "../stations/index.ts";

/** Of how many stations all pairs are compared. */
const COMPARED_MAX = 100;

/**
 * Sites for stations without one that are at the same place: by organization and name, as many as can be created at once. Not for those that are at no
 * known place or within an existing site, and not if a site is suggested for none of the stations. No two sites of an organization have the same name.
 */
export function suggestSites(
  entries: readonly BoardEntry[],
  { unsuggested, sites }: { unsuggested: ReadonlySet<string>; sites: readonly SitePlace[] },
): SiteSuggestion[] {
  const sitesNear = byLatitude(sites);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const free = entries
    .filter(({ facts }) => facts.site_id === undefined && facts.actual)
    .filter((entry) => !isWithin(entry, sitesNear));
  const places = new Set(sitesOf(free.map(sitedEntry)).values());
  const nameOf = uniqueNames(sites);
  return [...places]
    .filter(({ stations }) => stations.some((name) => !unsuggested.has(name)))
    .flatMap(({ stations }) => suggestion(stations.flatMap((name) => byName.get(name) ?? [])) ?? [])
    .toSorted((a, b) => compare(a.organization, b.organization) || compare(a.name, b.name))
    .slice(0, NEW_SITES_MAX)
    .map((one) => Object.assign(one, { name: nameOf(one) }));
}

/** More than the largest radius of a site. */
const FAR_DEGREES = 0.05;

type SitesNear = (orgId: number, lat: number) => SitePlace[];

/** Finds the sites of an organization that can reach a latitude. */
function byLatitude(sites: readonly SitePlace[]): SitesNear {
  const bandOf = (lat: number) => Math.floor(lat / FAR_DEGREES);
  const keyOf = (orgId: number, band: number) => `${orgId} ${band}`;
  const bands = Map.groupBy(sites, ({ org_id, lat }) => (lat === null ? null : keyOf(org_id, bandOf(lat))));
  return (orgId, lat) => [-1, 0, 1].flatMap((next) => bands.get(keyOf(orgId, bandOf(lat) + next)) ?? []);
}

/** True if a station is within the radius of a site. */
function isWithin(entry: BoardEntry, sitesNear: SitesNear): boolean {
  const at = pointOf(sitedEntry(entry));
  if (at === null) return false;
  return sitesNear(entry.facts.org_id, at.lat).some(
    ({ lat, lng, radius_m }) => lat !== null && lng !== null && metersBetween({ lat, lng }, at) <= radius_m,
  );
}

type Named = { org_id: number; name: string };

/** Names sites as none of the organization is called, whatever the case: "Reno", "Reno 2". */
function uniqueNames(sites: readonly Named[]): (site: Named) => string {
  const keyOf = ({ org_id, name }: Named) => `${org_id} ${name.toLowerCase()}`;
  const taken = new Set(sites.map(keyOf));
  return ({ org_id, name }) => {
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? "" : ` ${number}`;
      const free = `${name.slice(0, SITE_NAME_MAX - suffix.length).trim()}${suffix}`;
      const key = keyOf({ org_id, name: free });
      if (taken.has(key)) continue;
      taken.add(key);
      return free;
    }
  };
}

/** A site for stations at the same place; null if nothing is known about where that is. */
function suggestion(entries: readonly BoardEntry[]): SiteSuggestion | null {
  const [first] = entries;
  if (!first) return null;
  const points = entries.flatMap((entry) => pointOf(sitedEntry(entry)) ?? []);
  const middle = points.length === 0 ? null : middleOf(points);
  const common = commonStart(entries.map(({ facts }) => facts.location_deployment.trim()));
  if (middle === null && common === "") return null;
  const { org_id, organization_name: organization, serial_number } = first.facts;
  return {
    org_id,
    organization,
    name: (common || serial_number).slice(0, SITE_NAME_MAX).trim(),
    location: common,
    lat: middle && rounded(middle.lat),
    lng: middle && rounded(middle.lng),
    apart_m: middle && Math.round(widestOf(points.slice(0, COMPARED_MAX))),
    time_zone: middle && timeZoneAt(middle.lat, middle.lng),
    stations: entries
      .slice(0, NEW_SITE_STATIONS_MAX)
      .map(({ name, facts }) => ({ name, serial_number: facts.serial_number })),
  };
}

/** The largest distance of two points (m). */
function widestOf(points: readonly Point[]): number {
  return Math.max(...points.map((one) => Math.max(...points.map((other) => metersBetween(one, other)))));
}

/** Stations of a suggestion are near each other, but perhaps on both sides of the date line. */
function middleOf(points: readonly Point[]): Point {
  const origin = points[0]?.lng ?? 0;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const east = mean(points.map(({ lng }) => ((lng - origin + 540) % 360) - 180));
  return { lat: mean(points.map(({ lat }) => lat)), lng: ((origin + east + 540) % 360) - 180 };
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(5));
}

const SEPARATOR = /[\s,;/–-]/;

/** The words that all texts begin with, without what separates them from the next: "Lisbon" of "Lisbon, Doca 1" and "Lisbon, Doca 2". */
export function commonStart(texts: readonly string[]): string {
  const known = texts.filter((text) => text !== "");
  const words = known.map((text) => text.split(/(?<=[\s,;/–-])/));
  const [first = [], ...others] = words;
  const end = first.findIndex((word, at) => others.some((other) => trimmed(other[at] ?? "") !== trimmed(word)));
  return trimmed((end === -1 ? first : first.slice(0, end)).join(""));
}

/** Without separators at the end. An expression for that takes quadratic time for many of them. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && SEPARATOR.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
