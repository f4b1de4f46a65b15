import { z } from "zod";
import { endpoint } from "../../contract/index.ts";
import { numberInQuery, recordOf } from "../../lib/index.ts";
import { stationName } from "../../telemetry/index.ts";
import { MAX_ZOOM } from "../place/clusters.ts";
import { areaInQuery, listQuery, LISTED_REFRESH_MS } from "./pages-api.ts";
import { readinessParts } from "./readiness.ts";

/*
 * What is said of all pages of a list. Apart from the pages, because the console's first load does not need it.
 */

const count = z.int().nonnegative();

/** The numbers above a list. */
const stats = z.object({
  swaps: count,
  total: count,
  online: count,
  active: count,
  ready: count,
  error: count,
  maintenance: count,
  error_maintenance: count,
});

export const countListedStations = endpoint({
  name: "countListedStations",
  summary:
    "The counts of a list of stations on all its pages: of those that are listed, in all and by group, in the order of the groups; and by readiness, of those that are listed or would be with another choice of `ready`. `matching` is how many these are, and `visible` how many stations the caller may see at all, and `triage` how many unresolved errors of these wait for triage. Counts may be a second old.",
  method: "GET",
  path: "/api/listed-stations/counts",
  access: "user",
  keyScope: "read_fleet",
  topics: ["station", "rows"],
  refreshMs: LISTED_REFRESH_MS,
  query: listQuery,
  replies: {
    200: z.object({
      visible: count,
      matching: count,
      triage: count,
      stats,
      readiness: z.object(recordOf(readinessParts, () => count)),
      groups: z.array(z.object({ key: z.string(), label: z.string(), not_ready: count, stats })),
    }),
  },
});

const position = { lat: z.number(), lng: z.number() };

/** A station alone. `has_errors` is false in maintenance. */
const mapStation = z.object({
  kind: z.literal("station"),
  name: stationName,
  serial_number: z.string(),
  ...position,
  marker: z.enum(["activity", "online", "offline", "maintenance"]),
  has_errors: z.boolean(),
  mark: z.enum(["not_ready", "limited"]).nullable(),
});

/** The most stations of a cluster that are named. */
export const NAMED_IN_CLUSTER = 200;

/**
 * Stations that are too close to each other for their own markers, by what the cluster shows of them, and the zoom at which it splits. One that
 * splits at none has null, and the first of its stations by name.
 */
const mapCluster = z.object({
  kind: z.literal("cluster"),
  ...position,
  count,
  is_active: z.boolean(),
  errors: count,
  offline: count,
  maintained: count,
  not_ready: count,
  opens_at: z.int().nullable(),
  stations: z.array(mapStation).max(NAMED_IN_CLUSTER),
});

export const mapListedStations = endpoint({
  name: "mapListedStations",
  summary:
    "The stations of a list, on all its pages, in an area of the map: those that have a marker of their own at the zoom, and clusters of the others. `area` has its west, south, east and north edge in degrees. `unlocated` is how many stations of the list have no usable coordinates. The map may be ten seconds old.",
  method: "GET",
  path: "/api/listed-stations/map",
  access: "user",
  keyScope: "read_fleet",
  topics: ["station"],
  refreshMs: LISTED_REFRESH_MS,
  query: listQuery.extend({
    zoom: numberInQuery.pipe(z.int().max(MAX_ZOOM, `The highest zoom is ${MAX_ZOOM}.`)),
    area: areaInQuery,
  }),
  replies: {
    200: z.object({ unlocated: count, items: z.array(z.discriminatedUnion("kind", [mapStation, mapCluster])) }),
  },
  isLongReply: true,
});
