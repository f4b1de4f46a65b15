import { z } from "zod";
import { endpoint } from "../../contract/index.ts";
import {
  flagInQuery,
  listInQuery,
  NAMES_MAX,
  numberInQuery,
  positionInQuery,
  readDecimal,
  recordOf,
  SEARCH_MAX,
  SECOND_MS,
  timeWindow,
} from "../../lib/index.ts";
import { stationName, stationType } from "../../telemetry/index.ts";
import { partsInQuery } from "../api.ts";
import { station } from "../station.ts";
import { stationFilters } from "./filters.ts";
import { readinessStates } from "./readiness.ts";
import { isDescending } from "./sort-direction.ts";
import { SITE, stationGroup, stationSort, TAG } from "./view-settings.ts";
import type { ListSettings } from "./view-order.ts";

/*
 * The stations list in pages, for fleets that are too large for a whole list. The server decides by the same functions as the console.
 */

/** Consoles load the lists of users who see more stations than this in pages, unless the installation says otherwise. */
export const PAGES_ABOVE = 30_000;
/** Pages that are shown are requested again this often, in case a notice was missed. */
export const LISTED_REFRESH_MS = 10 * SECOND_MS;
/** The most stations of a page. */
const PAGE_MAX = 1_000;

/** The keys that decide which stations a list has, and in which order. Without any, these are all stations in the default order. */
const list = {
  q: z.string().max(SEARCH_MAX).optional(),
  station_type: stationType.optional(),
  /** The time of the filter `time`, and in which swaps are counted. */
  time: timeWindow.optional(),
  /** Those that are on. */
  filters: listInQuery(z.enum(stationFilters)).optional(),
  ready: listInQuery(z.enum(readinessStates)).optional(),
  /** Numbers of sites, and `none` for stations without one. */
  site: listInQuery(z.string().regex(SITE)).optional(),
  tags: listInQuery(z.string().regex(TAG)).optional(),
  tags_not: listInQuery(z.string().regex(TAG)).optional(),
  sort: stationSort.optional(),
  /** By default the usual one of the sort. */
  direction: z.enum(["ascending", "descending"]).optional(),
  group: stationGroup.optional(),
};

/** The query of a list. */
export const listQuery = z.strictObject(list);

/** The settings of the list that a query names. */
export function listSettings(query: z.output<typeof listQuery>): ListSettings {
  const { q = "", station_type: stationType = null, time = "all", filters = [], ready = [], site = [] } = query;
  const { tags = [], tags_not: tagsNot = [], sort = "default", direction, group = "none" } = query;
  const isUsual = direction === undefined || (direction === "descending") === isDescending(sort, false);
  const on = recordOf(stationFilters, (name) => filters.includes(name));
  return { q, stationType, time, filters: on, ready, site, tags, tagsNot, sort, sortInvert: !isUsual, group };
}

/** The query of a list with some settings. */
export function listQueryOf(settings: ListSettings): z.input<typeof listQuery> {
  const { q, stationType, time, filters, ready, site, tags, tagsNot, sort, sortInvert, group } = settings;
  const on = stationFilters.filter((name) => filters[name]);
  const direction: "ascending" | "descending" = isDescending(sort, sortInvert) ? "descending" : "ascending";
  return {
    time,
    sort,
    group,
    ...(sortInvert && { direction }),
    ...(q !== "" && { q }),
    ...(stationType !== null && { station_type: stationType }),
    ...(on.length > 0 && { filters: on.join() }),
    ...(ready.length > 0 && { ready: ready.join() }),
    ...(site.length > 0 && { site: site.join() }),
    ...(tags.length > 0 && { tags: tags.join() }),
    ...(tagsNot.length > 0 && { tags_not: tagsNot.join() }),
  };
}

/** West, south, east and north edge of an area in degrees, separated by commas. */
export const areaInQuery = z
  .string()
  .transform((text) => text.split(",").map(readDecimal))
  .pipe(z.tuple([z.number(), z.number(), z.number(), z.number()]))
  .meta({ type: "string" });

export const listStationPage = endpoint({
  name: "listStationPage",
  summary:
    "A page of the stations list as the console shows it: the caller's stations that match all that is given, by group and in the order of the sort. `after` is the `next` of the page before: stations that stay in their places come once. `from` is a position instead. `total` is the number of stations on all pages, `groups` that of each group. With `within`, only stations in an area of the map: its west, south, east and north edge in degrees; where they are may be ten seconds old. With `names`, only stations with these names, and with `best` the first `limit` of those that the search finds, best matches first; neither has further pages or groups.",
  method: "GET",
  path: "/api/listed-stations",
  access: "user",
  keyScope: "read_fleet",
  topics: ["station"],
  query: z.strictObject({
    ...list,
    ...partsInQuery,
    limit: numberInQuery.pipe(z.int().max(PAGE_MAX, `Request at most ${PAGE_MAX} stations.`)).default(100),
    after: z.string().max(4_096).optional(),
    from: positionInQuery.optional(),
    within: areaInQuery.optional(),
    names: listInQuery(stationName, NAMES_MAX).optional(),
    best: flagInQuery.optional(),
  }),
  refusals: [403],
  replies: {
    200: z.object({
      stations: z.array(station),
      next: z.string().nullable(),
      total: z.int().nonnegative(),
      from: z.int().nonnegative(),
      /** In order; null without groups. */
      groups: z.array(z.object({ key: z.string(), label: z.string(), total: z.int().nonnegative() })).nullable(),
    }),
  },
  isLongReply: true,
});
