import { z } from "zod";
import { SEARCH_MAX, timeWindow } from "../../lib/index.ts";
import { stationType, type StationType } from "../../telemetry/index.ts";
import {
  flag,
  keyed,
  kept,
  order,
  several,
  switches,
  text,
  texts,
  viewOf,
  type Setting,
  type ValuesOf,
} from "../../view/index.ts";
import { filterDeclarations } from "./filters.ts";
import { readinessStates } from "./readiness.ts";

/** Sort options of the station list (specification, section 9). */
export const stationSort = z.enum([
  "default",
  "serial_number",
  "description",
  "swaps",
  "temperature",
  "version",
  "uptime",
  "firmware_version",
  "unresolved",
  "last_error",
  "readiness",
  "site",
]);
export type StationSort = z.output<typeof stationSort>;

/** Grouping options of the station list (section 9). */
export const stationGroup = z.enum([
  "none",
  "organization",
  "support",
  "api_version",
  "firmware_version",
  "readiness",
  "reason",
  "site",
  "tags",
]);
export type StationGroup = z.output<typeof stationGroup>;

/** Center of the map in degrees, and its zoom. */
export type MapAt = { lat: number; lng: number; zoom: number };

export const stationSettings = {
  view: order(["list", "map"], "list"),
  /** The visible part of the map; null for the initial one. */
  mapAt: kept(keyed("stations-map", mapAt())),
  sort: order(stationSort.options, "default"),
  sortInvert: kept(keyed("stations-sort-invert", flag())),
  group: order(stationGroup.options, "none"),
  q: text(SEARCH_MAX),
  time: keyed("stations-t", order(timeWindow.options, "all")),
  /** Null displays every type. */
  stationType: kept(keyed("stations-type", typeSetting())),
  filters: switches(filterDeclarations),
};

/** The number of a site, or "none". */
export const SITE = /^([1-9]\d{0,9}|none)$/;
/** The name of a tag. */
export const TAG = /^[a-z0-9_.-]{1,30}$/;

/**
 * The view of the station list (section 3, "Station list view settings"): by default actual atlas stations, those with the newest activity
 * first.
 */
export const stationsView = viewOf("stations", {
  ...stationSettings,
  /** The states of readiness that are listed; none for all. */
  ready: several(readinessStates),
  /** The numbers of sites, or "none"; all without any. */
  site: texts(SITE),
  /** The tags of which a station has at least one, and those of which it has none. */
  tags: texts(TAG),
  tagsNot: keyed("stations-tags-not", texts(TAG)),
});
export type ViewSettings = ValuesOf<typeof stationsView>;

/** The settings that name sites or tags, as addresses and saved views call them. */
export const PLACE_SETTINGS: readonly string[] = ["stations-site", "stations-tags", "stations-tags-not"];

export const defaultViewSettings: ViewSettings = stationsView.read({});

function typeSetting(): Setting<StationType | null, never> {
  return {
    fallback: "atlas",
    read: (found) => (found === "" ? null : stationType.options.find((option) => option === found)),
    write: (value) => value ?? "",
    send: (value) => value ?? undefined,
  };
}

function mapAt(): Setting<MapAt | null, never> {
  return {
    fallback: null,
    read: readMapAt,
    write: (value) => (value === null ? "" : [value.lat, value.lng, value.zoom].join(",")),
    send: () => undefined,
  };
}

/** Reads `latitude,longitude,zoom`. */
function readMapAt(found: string): MapAt | undefined {
  const parts = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(\d{1,2})$/.exec(found);
  const [lat, lng, zoom] = parts?.slice(1).map(Number) ?? [];
  if (lat === undefined || lng === undefined || zoom === undefined) return undefined;
  return Math.abs(lat) <= 85 && Math.abs(lng) <= 180 && zoom <= 18 ? { lat, lng, zoom } : undefined;
}
