import { z } from "zod";
import { timeWindow, type TimeWindow } from "../lib/index.ts";
import { stationType, type StationType } from "../telemetry/index.ts";

/** What the station list can be sorted by (specification, section 9). */
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
]);
export type StationSort = z.output<typeof stationSort>;

/** What the station list can be grouped by (section 9). */
export const stationGroup = z.enum(["none", "organization", "support", "api_version", "firmware_version"]);
export type StationGroup = z.output<typeof stationGroup>;

/** Switches of the Filter checklist. Each narrows the list, except `retired`, which adds stations out of service. */
export type StationFilters = {
  time: boolean;
  flagged: boolean;
  customer: boolean;
  hasConfig: boolean;
  actual: boolean;
  online: boolean;
  retired: boolean;
};

/** Centre of a map in degrees, and its zoom. */
export type MapAt = { lat: number; lng: number; zoom: number };

/**
 * How someone looks at the station list (section 3, "Station list view settings"). No `stationType` shows every type.
 */
export type ViewSettings = {
  view: "list" | "map";
  /** The part of the map in view; null while it is the one that the map opens with. */
  mapAt: MapAt | null;
  sort: StationSort;
  sortInvert: boolean;
  group: StationGroup;
  search: string;
  time: TimeWindow;
  stationType: StationType | null;
  filters: StationFilters;
};

/** The station list as it opens: actual atlas stations, newest activity first. */
export const defaultViewSettings: ViewSettings = {
  view: "list",
  mapAt: null,
  sort: "default",
  sortInvert: false,
  group: "none",
  search: "",
  time: "all",
  stationType: "atlas",
  filters: {
    time: false,
    flagged: false,
    customer: false,
    hasConfig: false,
    actual: true,
    online: false,
    retired: false,
  },
};

/** The station list as the SSoT pages open it: by serial number, last one first (section 2, "SSoT area"). */
export const defaultSsotViewSettings: ViewSettings = {
  ...defaultViewSettings,
  sort: "serial_number",
  sortInvert: true,
};

/** Longest search text: longer ones do not fit into an address. */
export const SEARCH_MAX = 500;

/** Query key of each filter switch. */
const filterKeys = {
  time: "stations-f-time",
  flagged: "stations-f-flagged",
  customer: "stations-f-customer",
  hasConfig: "stations-f-config",
  actual: "stations-f-actual",
  online: "stations-f-online",
  retired: "stations-f-retired",
} as const satisfies Record<keyof StationFilters, string>;

/** A flat query: text by key. */
export type Query = Record<string, string>;

/**
 * The query of a shared link: only what differs from `defaults`. Off is spelled out (`stations-f-actual=0`), and so is
 * no station type (`stations-type=`).
 */
export function viewSettingsToQuery(settings: ViewSettings, defaults: ViewSettings = defaultViewSettings): Query {
  const usual = spell(defaults);
  return Object.fromEntries(Object.entries(spell(settings)).filter(([key, value]) => usual[key] !== value));
}

/** Reads a query. Missing, unknown and malformed values are as in `defaults`; foreign keys are ignored. */
export function viewSettingsFromQuery(
  query: Readonly<Record<string, unknown>>,
  defaults: ViewSettings = defaultViewSettings,
): ViewSettings {
  const search = query["stations-q"];
  const type = query["stations-type"];
  return {
    view: z.enum(["list", "map"]).catch(defaults.view).parse(query["stations-view"]),
    mapAt: readMapAt(query["stations-map"]) ?? defaults.mapAt,
    sort: stationSort.catch(defaults.sort).parse(query["stations-sort"]),
    sortInvert: readFlag(query["stations-sort-invert"], defaults.sortInvert),
    group: stationGroup.catch(defaults.group).parse(query["stations-group"]),
    search: typeof search === "string" ? search.slice(0, SEARCH_MAX) : defaults.search,
    time: timeWindow.catch(defaults.time).parse(query["stations-t"]),
    stationType: type === "" ? null : stationType.nullable().catch(defaults.stationType).parse(type),
    filters: readFilters(query, defaults.filters),
  };
}

function spellMapAt({ lat, lng, zoom }: MapAt): string {
  return [lat, lng, zoom].join(",");
}

/** Reads `latitude,longitude,zoom`; null for anything else. */
function readMapAt(text: unknown): MapAt | null {
  const found = typeof text === "string" ? /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(\d{1,2})$/.exec(text) : null;
  if (!found) return null;
  const [lat, lng, zoom] = found.slice(1).map(Number);
  if (lat === undefined || lng === undefined || zoom === undefined) return null;
  return Math.abs(lat) <= 85 && Math.abs(lng) <= 180 && zoom <= 18 ? { lat, lng, zoom } : null;
}

function spell(settings: ViewSettings): Query {
  return {
    "stations-view": settings.view,
    "stations-map": settings.mapAt === null ? "" : spellMapAt(settings.mapAt),
    "stations-sort": settings.sort,
    "stations-sort-invert": spellFlag(settings.sortInvert),
    "stations-group": settings.group,
    "stations-q": settings.search,
    "stations-t": settings.time,
    "stations-type": settings.stationType ?? "",
    [filterKeys.time]: spellFlag(settings.filters.time),
    [filterKeys.flagged]: spellFlag(settings.filters.flagged),
    [filterKeys.customer]: spellFlag(settings.filters.customer),
    [filterKeys.hasConfig]: spellFlag(settings.filters.hasConfig),
    [filterKeys.actual]: spellFlag(settings.filters.actual),
    [filterKeys.online]: spellFlag(settings.filters.online),
    [filterKeys.retired]: spellFlag(settings.filters.retired),
  };
}

function readFilters(query: Readonly<Record<string, unknown>>, usual: StationFilters): StationFilters {
  return {
    time: readFlag(query[filterKeys.time], usual.time),
    flagged: readFlag(query[filterKeys.flagged], usual.flagged),
    customer: readFlag(query[filterKeys.customer], usual.customer),
    hasConfig: readFlag(query[filterKeys.hasConfig], usual.hasConfig),
    actual: readFlag(query[filterKeys.actual], usual.actual),
    online: readFlag(query[filterKeys.online], usual.online),
    retired: readFlag(query[filterKeys.retired], usual.retired),
  };
}

function spellFlag(on: boolean): string {
  return on ? "1" : "0";
}

function readFlag(value: unknown, usual: boolean): boolean {
  if (value === "1") return true;
  return value === "0" ? false : usual;
}
