import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { flagInQuery, numberInQuery, REFRESH_MS, timeInQuery, timeWindow } from "../lib/index.ts";
import { stationName, stationType } from "../telemetry/index.ts";
import { bucketHashes, replacedBuckets } from "./list/buckets.ts";
import { plainFilters } from "./list/filters.ts";
import { removedStation, station, stationWithSnapshot } from "./station.ts";
import { volatileUpdate } from "./list/volatile.ts";

/**
 * By how much the `X-As-Of` of a list is earlier than the time up to which it has all changes (ms): another server may learn of a change this
 * much later than the server that made it.
 */
export const AS_OF_OVERLAP_MS = 10_000;

const flag = flagInQuery.optional();

/** Optional parts of a station. `include_replaceables` is for admins only. */
const includes = {
  include_support_metrics: flag,
  include_telemetry: flag,
  include_config: flag,
  include_ssot: flag,
  include_replaceables: flag,
};

const conditional = z.object({ "if-none-match": z.string().max(4_096).optional() });

export const listStations = endpoint({
  name: "listStations",
  summary:
    "The stations the caller may see, ordered by name; those out of service only with `include_retired`. With `filter_online_after` only those that changed since, with a `removed` item for each that the caller can no longer see. With `compact` too, stations of which only times of contact and readings changed come first, together in one `volatile` item, which gives them by their positions among all stations the caller may see, ordered by the code units of their names; if its `names_hash` is not that of the caller's stations, request the whole list. A client that gets times of contact and readings from `GET /api/live` may send `If-None-Match: W/\"revisions.N\"`, with the hash that its `revisions_hash` has for the client's rows: 304 if they are the same, whatever the times and readings are. With `station_name` that station, with its whole last snapshot. The reply's `X-As-Of` is the `filter_online_after` of the next request. With `known`, hashes of the revisions of the client's rows, a server that does not know what changed since the time compares them with its own instead: a first `buckets` item says in which buckets the rows differ, and the reply has all rows of these. If a reply with changes has `X-Full: 1`, it is the whole list, which replaces everything the client has: the server does not know what was removed, or nearly everything changed. Times of contact and readings in a whole list may be up to ten seconds old; `Age` says how old, in seconds.",
  method: "GET",
  path: "/api/stations",
  access: "user",
  topics: ["station"],
  refreshMs: REFRESH_MS.station_page,
  apiKeys: true,
  query: z.strictObject({
    ...includes,
    include_retired: flagInQuery.optional(),
    filter_online_after: timeInQuery.optional(),
    compact: flag,
    known: bucketHashes.optional(),
    station_name: stationName.optional(),
  }),
  headers: conditional,
  refusals: [403],
  replies: {
    200: z.array(z.union([volatileUpdate, removedStation, replacedBuckets, stationWithSnapshot, station])),
    304: z.null(),
  },
  isLongReply: true,
  replyHeaders: ["etag", "x-as-of", "x-full", "age"],
});

/** The most stations that `listFirstStations` lists. */
const FIRST_STATIONS_MAX = 200;

/** Filters that are on, separated by commas: those that a list needs no part for. */
const filtersInQuery = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(z.enum(plainFilters)))
  .meta({ type: "string" });

export const listFirstStations = endpoint({
  name: "listFirstStations",
  summary:
    "The first stations of the caller in the console's default order, with support metrics and telemetry: those that the console's list begins with. It shows them while it loads the whole list. The type, the time and the filters narrow the list as they do in the console. With filters that few stations pass, there may be fewer than `count` although more pass.",
  method: "GET",
  path: "/api/first-stations",
  access: "user",
  query: z.strictObject({
    count: numberInQuery.pipe(
      z.int().min(1).max(FIRST_STATIONS_MAX, `Request at most ${FIRST_STATIONS_MAX} stations.`),
    ),
    station_type: stationType.optional(),
    time: timeWindow.optional(),
    filters: filtersInQuery.optional(),
  }),
  replies: { 200: z.array(station) },
  isLongReply: true,
});

export const getStation = endpoint({
  name: "getStation",
  summary: "One station.",
  method: "GET",
  path: "/api/stations/:station",
  access: "user",
  topics: ["station"],
  refreshMs: REFRESH_MS.station_page,
  // While it is awaited at the station.
  changingRefreshMs: REFRESH_MS.station_contact,
  apiKeys: true,
  params: z.object({ station: stationName }),
  query: z.strictObject(includes),
  headers: conditional,
  refusals: [403],
  replies: { 200: station, 304: z.null() },
  replyHeaders: ["etag"],
});
