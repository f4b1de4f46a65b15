import { MINUTE_MS } from "../lib/index.ts";
import type { Coordinates } from "../stations/index.ts";

/** When more than this share of the stations went silent within this time, the server's own link is the cause. */
const NO_REPORTS_SHARE = 0.3;
const NO_REPORTS_MS = 2 * MINUTE_MS;
/** Fewer silent stations are not enough to say that. */
const NO_REPORTS_MIN = 5;
/** A site is out when all of its stations went silent within this time. */
const SITE_OUTAGE_MS = 5 * MINUTE_MS;
const SITE_MIN = 2;
/** Stations of one organization within this distance are one site. */
const SITE_M = 500;

/** A station by what decides whether others share its cause. `silent` is since when its link is down (ms), null while it is up. */
export type SiteStation = {
  name: string;
  org_id: number;
  location: string;
  coordinates: Coordinates | null;
  silent: number | null;
};

/** Stations of one place. `key` is the name of the first of them. */
export type Site = { key: string; name: string; org_id: number; stations: readonly SiteStation[] };

/**
 * The sites of stations: those of one organization that are within 500 m of each other; without coordinates, those with the same location
 * text.
 */
export function sitesOf(stations: readonly SiteStation[]): Site[] {
  const sorted = stations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const { join, rootOf } = disjointSets(sorted.length);
  const byCell = new Map<string, number[]>();
  const byText = new Map<string, number>();
  for (const [index, station] of sorted.entries()) {
    const { coordinates: at } = station;
    if (at === null) {
      const text = station.location.trim().toLowerCase();
      const key = text === "" ? station.name : `${station.org_id} ${text}`;
      join(byText.get(key) ?? index, index);
      byText.set(key, index);
      continue;
    }
    for (const other of cellsAround(station, at).flatMap((cell) => byCell.get(cell) ?? [])) {
      const there = sorted[other]?.coordinates;
      if (rootOf(other) !== rootOf(index) && there && distanceM(at, there) <= SITE_M) join(other, index);
    }
    const own = byCell.get(cellOf(station, at)) ?? [];
    own.push(index);
    byCell.set(cellOf(station, at), own);
  }
  const members = Map.groupBy(sorted.keys(), rootOf);
  return [...members].flatMap(([root, indexes]) => {
    const first = sorted[root];
    const of = indexes.flatMap((index) => sorted[index] ?? []);
    return first ? [{ key: first.name, name: siteName(of), org_id: first.org_id, stations: of }] : [];
  });
}

/** Sets of numbers below `size`, each first alone. The root of a set is its smallest number. */
function disjointSets(size: number) {
  const parents = Array.from({ length: size }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    for (let next = parents[root]; next !== undefined && next !== root; next = parents[root]) root = next;
    parents[index] = root;
    return root;
  };
  const join = (one: number, other: number): void => {
    const [a, b] = [rootOf(one), rootOf(other)];
    parents[Math.max(a, b)] = Math.min(a, b);
  };
  return { join, rootOf };
}

/** The silent stations of a site if it is out: at least two went silent within five minutes of each other, and none is up. */
export function siteOutage({ stations }: Site): { stations: SiteStation[]; from: number; to: number } | null {
  if (stations.some(({ silent }) => silent === null)) return null;
  const silent = stations.filter((station): station is SiteStation & { silent: number } => station.silent !== null);
  const to = Math.max(...silent.map((station) => station.silent));
  // Those that were silent long before have another cause.
  const together = silent.filter((station) => station.silent >= to - SITE_OUTAGE_MS);
  if (together.length < SITE_MIN) return null;
  return { stations: together, from: Math.min(...together.map((station) => station.silent)), to };
}

/**
 * The stations that went silent because no station reaches the server: more than 30 % of those that were online, within two minutes. Null
 * when that is not so, or all of them are of one site. While `isFiring`, it goes on until fewer than that are silent.
 */
export function stationsNotReporting(
  stations: readonly SiteStation[],
  { now, firingSince }: { now: number; firingSince: number | null },
): SiteStation[] | null {
  const up = stations.filter(({ silent }) => silent === null).length;
  const silent = stations.filter((station): station is SiteStation & { silent: number } => station.silent !== null);
  const limit = (count: number) => count >= NO_REPORTS_MIN && count > NO_REPORTS_SHARE * (up + count);
  if (firingSince !== null) {
    const still = silent.filter((station) => station.silent >= firingSince - NO_REPORTS_MS);
    return limit(still.length) ? still : null;
  }
  // Only what went silent lately, so that stations that are off for weeks do not count.
  const recent = silent
    .filter((station) => station.silent > now - 10 * MINUTE_MS)
    .toSorted((a, b) => a.silent - b.silent);
  let best: SiteStation[] = [];
  let from = 0;
  for (const [to, last] of recent.entries()) {
    while ((recent[from]?.silent ?? 0) < last.silent - NO_REPORTS_MS) from += 1;
    if (to - from + 1 > best.length) best = recent.slice(from, to + 1);
  }
  if (!limit(best.length)) return null;
  const [first] = best;
  const isOneSite = best.every((station) => station.org_id === first?.org_id) && sitesOf(best).length === 1;
  return isOneSite ? null : best;
}

/** What the stations of a site have in common: the whole location text, or what is before its first comma. */
function siteName(stations: readonly SiteStation[]): string {
  const texts = [...new Set(stations.map(({ location }) => location.trim()).filter((text) => text !== ""))];
  const [first = stations[0]?.name ?? ""] = texts;
  if (texts.length <= 1) return first;
  const places = new Set(texts.map((text) => text.split(",")[0]?.trim() ?? ""));
  return places.size === 1 ? ([...places][0] ?? first) : first;
}

/** Cells are at least as large as the distance that makes a site, up to 84 degrees north, so that only neighbors have to be compared. */
const CELL = { lat: 0.005, lng: 0.05 };

function cellOf({ org_id }: SiteStation, { lat, lng }: Coordinates, by = { lat: 0, lng: 0 }): string {
  return `${org_id} ${Math.floor(lat / CELL.lat) + by.lat} ${Math.floor(lng / CELL.lng) + by.lng}`;
}

function cellsAround(station: SiteStation, at: Coordinates): string[] {
  const steps = [-1, 0, 1];
  return steps.flatMap((lat) => steps.map((lng) => cellOf(station, at, { lat, lng })));
}

function distanceM(a: Coordinates, b: Coordinates): number {
  const rad = Math.PI / 180;
  const dLat = (b.lat - a.lat) * rad;
  const dLng = (b.lng - a.lng) * rad;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLng / 2) ** 2;
  return 2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(h)));
}
