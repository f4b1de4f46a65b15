import { z } from "zod";
import { SEARCH_MAX, timeWindow, type TimeWindow, truncate } from "../lib/index.ts";
import { stationType, type StationType } from "../telemetry/index.ts";

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
]);
export type StationSort = z.output<typeof stationSort>;

/** Grouping options of the station list (section 9). */
export const stationGroup = z.enum(["none", "organization", "support", "api_version", "firmware_version"]);
export type StationGroup = z.output<typeof stationGroup>;

/** Switches of the Filter checklist. Each narrows the list, except `retired`, which adds stations out of service. */
export type StationFilters = {
  time: boolean;
  flagged: boolean;
  maintenance: boolean;
  customer: boolean;
  hasConfig: boolean;
  actual: boolean;
  online: boolean;
  retired: boolean;
};

/** Center of the map in degrees, and its zoom. */
export type MapAt = { lat: number; lng: number; zoom: number };

/** View settings of the station list (section 3, "Station list view settings"). `stationType` null displays every type. */
export type ViewSettings = {
  view: "list" | "map";
  /** The visible part of the map; null for the initial one. */
  mapAt: MapAt | null;
  sort: StationSort;
  sortInvert: boolean;
  group: StationGroup;
  search: string;
  time: TimeWindow;
  stationType: StationType | null;
  filters: StationFilters;
};

/** Default view: actual atlas stations, newest activity first. */
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
    maintenance: false,
    customer: false,
    hasConfig: false,
    actual: true,
    online: false,
    retired: false,
  },
};

/** Default view of the SSoT pages: by serial number, descending (section 2, "SSoT area"). */
export const defaultSsotViewSettings: ViewSettings = {
  ...defaultViewSettings,
  sort: "serial_number",
  sortInvert: true,
};

/** Query key of each filter switch. */
const filterKeys = {
  time: "stations-f-time",
  flagged: "stations-f-flagged",
  maintenance: "stations-f-maint",
  customer: "stations-f-customer",
  hasConfig: "stations-f-config",
  actual: "stations-f-actual",
  online: "stations-f-online",
  retired: "stations-f-retired",
} as const satisfies Record<keyof StationFilters, string>;

/** A flat query: text by key. */
export type Query = Record<string, string>;

/**
 * The query of a shared link: only settings that differ from `defaults`, including false (`stations-f-actual=0`) and no station type
 * (`stations-type=`).
 */
export function viewSettingsToQuery(settings: ViewSettings, defaults: ViewSettings = defaultViewSettings): Query {
  const fallback = formatSettings(defaults);
  return Object.fromEntries(Object.entries(formatSettings(settings)).filter(([key, value]) => fallback[key] !== value));
}

/** The query of a link to all stations in maintenance. */
export function maintenanceQuery(): Query {
  const filters = { ...defaultViewSettings.filters, actual: false, maintenance: true };
  return viewSettingsToQuery({ ...defaultViewSettings, stationType: null, filters });
}

/** Parses a query. Missing, unknown and malformed values are replaced by `defaults`; other keys are ignored. */
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
    search: typeof search === "string" ? truncate(search, SEARCH_MAX) : defaults.search,
    time: timeWindow.catch(defaults.time).parse(query["stations-t"]),
    stationType: type === "" ? null : stationType.nullable().catch(defaults.stationType).parse(type),
    filters: readFilters(query, defaults.filters),
  };
}

function formatMapAt({ lat, lng, zoom }: MapAt): string {
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

function formatSettings(settings: ViewSettings): Query {
  return {
    "stations-view": settings.view,
    "stations-map": settings.mapAt === null ? "" : formatMapAt(settings.mapAt),
    "stations-sort": settings.sort,
    "stations-sort-invert": formatFlag(settings.sortInvert),
    "stations-group": settings.group,
    "stations-q": settings.search,
    "stations-t": settings.time,
    "stations-type": settings.stationType ?? "",
    [filterKeys.time]: formatFlag(settings.filters.time),
    [filterKeys.flagged]: formatFlag(settings.filters.flagged),
    [filterKeys.maintenance]: formatFlag(settings.filters.maintenance),
    [filterKeys.customer]: formatFlag(settings.filters.customer),
    [filterKeys.hasConfig]: formatFlag(settings.filters.hasConfig),
    [filterKeys.actual]: formatFlag(settings.filters.actual),
    [filterKeys.online]: formatFlag(settings.filters.online),
    [filterKeys.retired]: formatFlag(settings.filters.retired),
  } satisfies Record<(typeof filterKeys)[keyof StationFilters], string> & Query;
}

function readFilters(query: Readonly<Record<string, unknown>>, fallback: StationFilters): StationFilters {
  return {
    time: readFlag(query[filterKeys.time], fallback.time),
    flagged: readFlag(query[filterKeys.flagged], fallback.flagged),
    maintenance: readFlag(query[filterKeys.maintenance], fallback.maintenance),
    customer: readFlag(query[filterKeys.customer], fallback.customer),
    hasConfig: readFlag(query[filterKeys.hasConfig], fallback.hasConfig),
    actual: readFlag(query[filterKeys.actual], fallback.actual),
    online: readFlag(query[filterKeys.online], fallback.online),
    retired: readFlag(query[filterKeys.retired], fallback.retired),
  };
}

function formatFlag(on: boolean): string {
  return on ? "1" : "0";
}

function readFlag(value: unknown, fallback: boolean): boolean {
  if (value === "1") return true;
  return value === "0" ? false : fallback;
}
