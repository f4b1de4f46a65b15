import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { flagInQuery, REFRESH_MS, timeInQuery } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { bucketHashes, replacedBuckets } from "./list/buckets.ts";
import { removedStation, station, stationWithSnapshot } from "./station.ts";
import { volatileUpdate } from "./list/volatile.ts";

/**
 * By how much the `X-As-Of` of a list is earlier than the time up to which it has all changes (ms): another server may learn of a change this
 * much later than the server that made it.
 */
export const AS_OF_OVERLAP_MS = 10_000;

const flag = flagInQuery.optional();

/** Optional parts of a station. `include_replaceables` is for admins only. */
export const partsInQuery = {
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
  keyScope: "read_fleet",
  topics: ["station"],
  refreshMs: REFRESH_MS.station_page,
  query: z.strictObject({
    ...partsInQuery,
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

export const getStation = endpoint({
  name: "getStation",
  summary: "One station.",
  method: "GET",
  path: "/api/stations/:station",
  access: "user",
  keyScope: "read_fleet",
  topics: ["station"],
  refreshMs: REFRESH_MS.station_page,
  // While it is awaited at the station.
  changingRefreshMs: REFRESH_MS.station_contact,
  params: z.object({ station: stationName }),
  query: z.strictObject(partsInQuery),
  headers: conditional,
  refusals: [403],
  replies: { 200: station, 304: z.null() },
  replyHeaders: ["etag"],
});
