import { coordinatesOf } from "./coordinates.ts";
import type { Station } from "../station.ts";

/** A station by what decides about its site. */
export type SitedStation = Pick<
  Station,
  "name" | "org_id" | "location_deployment" | "location" | "last_telemetry_data"
> & { site_id?: number | undefined; site_name?: string | undefined };

/** Stations of an organization at the same place. `name` is that of the first of them, `place` is where they are, perhaps empty. */
export type Site = { name: string; orgId: number; place: string; stations: string[] };

/** Stations of an organization that are closer than this to the first of a site belong to it. */
const NEAR_M = 500;
const EARTH_M = 6_371_000;
const METERS_PER_DEGREE = (EARTH_M * Math.PI) / 180;
/** Cells of a grid in which a station's neighbors are searched, wider than NEAR_M at all latitudes where stations are. */
const CELL_DEGREES = NEAR_M / METERS_PER_DEGREE;
const WIDEST_CELLS = 20;

/** Names the place of a station: its site, or else its deployment location; null without either. */
export function siteText({ site_name, location_deployment }: Pick<SitedStation, "site_name" | "location_deployment">) {
  return (site_name ?? location_deployment.trim()) || null;
}

/**
 * The site of each station, by name: the one that it was given, or else stations without one of the same organization within 500 m. A location that someone entered goes before the one that
 * the station reports. Stations with neither are at one site if their deployment location is the same text.
 */
export function sitesOf(stations: readonly SitedStation[]): Map<string, Site> {
  const byStation = new Map<string, Site>();
  const byText = new Map<string, Site>();
  const byCell = new Map<string, { site: Site; at: Point }[]>();
  const given = new Map<number, Site>();
  for (const station of stations.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (station.site_id !== undefined) {
      const site = given.get(station.site_id) ?? newSite(station);
      given.set(station.site_id, site);
      site.stations.push(station.name);
      byStation.set(station.name, site);
      continue;
    }
    const at = pointOf(station);
    const text = station.location_deployment.trim().toLowerCase();
    const key = `${station.org_id} ${text}`;
    const near = at && nearest(byCell, station.org_id, at);
    const site = near ?? (at === null && text !== "" ? byText.get(key) : undefined) ?? newSite(station);
    site.stations.push(station.name);
    byStation.set(station.name, site);
    if (at === null && !byText.has(key)) byText.set(key, site);
    if (at !== null && !near) addTo(byCell, cellOf(station.org_id, at), { site, at });
  }
  return byStation;
}

function newSite(station: SitedStation): Site {
  return { name: station.name, orgId: station.org_id, place: siteText(station) ?? "", stations: [] };
}

/** Coordinates in degrees. */
export type Point = { lat: number; lng: number };

/** Where a station is: the location that someone entered, or else the one that it reports; null without either. */
export function pointOf(station: Pick<SitedStation, "location" | "last_telemetry_data">): Point | null {
  const { location } = station;
  if (!location || location.lat === null || location.lng === null) return coordinatesOf(station);
  return { lat: location.lat, lng: location.lng };
}

function nearest(byCell: Map<string, { site: Site; at: Point }[]>, orgId: number, at: Point): Site | undefined {
  const width = Math.min(WIDEST_CELLS, Math.ceil(1 / Math.max(0.01, Math.cos((at.lat * Math.PI) / 180))));
  let best: { site: Site; m: number } | undefined;
  for (let north = -1; north <= 1; north += 1) {
    for (let east = -width; east <= width; east += 1) {
      for (const candidate of byCell.get(
        cellOf(orgId, { lat: at.lat + north * CELL_DEGREES, lng: at.lng + east * CELL_DEGREES }),
      ) ?? []) {
        const m = metersBetween(candidate.at, at);
        if (m <= NEAR_M && (best === undefined || m < best.m)) best = { site: candidate.site, m };
      }
    }
  }
  return best?.site;
}

function cellOf(orgId: number, { lat, lng }: Point): string {
  return `${orgId} ${Math.floor(lat / CELL_DEGREES)} ${Math.floor(lng / CELL_DEGREES)}`;
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** The distance of two points that are close to each other (m). */
export function metersBetween(one: Point, other: Point): number {
  const north = (other.lat - one.lat) * METERS_PER_DEGREE;
  const east = (other.lng - one.lng) * METERS_PER_DEGREE * Math.cos((one.lat * Math.PI) / 180);
  return Math.hypot(north, east);
}
