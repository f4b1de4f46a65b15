import { z } from "zod";
import { endpoint, eventStream } from "../contract/index.ts";
import { flagInQuery, timeInQuery, timestamp } from "../lib/index.ts";
import { removedStation, station, volatileUpdate } from "../stations/index.ts";
import { stationName } from "../telemetry/index.ts";
import { MAX_NAMED_STATIONS } from "./limits.ts";
import { liveNotice } from "./topics.ts";

/** Why the server ends a stream. After `session` and `rights` the client first requests its session again. */
export const liveEnd = z.enum(["shutdown", "session", "rights", "unavailable"]);
export type LiveEnd = z.output<typeof liveEnd>;

const namesInQuery = z
  .string()
  .transform((text) => text.split(",").filter((name) => name !== ""))
  .pipe(z.array(stationName).max(MAX_NAMED_STATIONS));

/**
 * Events of the stream, by name. The data of each is JSON.
 *
 * `stations` has the changes of the list of stations since the event before: items as in a list of changes, for the parts that the query
 * names. Together they are the list at the time `at`. `revisions_hash` comes with volatile fields: the `revisionsHash` of the client's list if it
 * has missed nothing; otherwise it has to request the list again.
 */
export const liveEvents = {
  hello: z.object({ server_time: timestamp }),
  stations: z.object({
    at: timestamp,
    changes: z.array(z.union([volatileUpdate, removedStation, station])),
    revisions_hash: z.int().optional(),
  }),
  /** The server does not know which changes the client has missed: it has to request everything that it shows again. */
  resync: z.object({ at: timestamp }),
  changed: z.object({ notices: z.array(liveNotice) }),
  /** The last event. The client connects again after a random time of at most `within_ms`. */
  bye: z.object({ reason: liveEnd, within_ms: z.int().nonnegative() }),
};
export type LiveEvents = { [Name in keyof typeof liveEvents]: z.output<(typeof liveEvents)[Name]> };

/**
 * The query names the optional parts of rows as `listStations` does, and what the client already has: `after` is the `X-As-Of` of its list.
 * Without it, and without `Last-Event-ID`, no `stations` event is sent. `names` are the stations that the client shows in detail: it is notified
 * of each of their messages, at most once a second. `rows` notifies it of each row that changes in the stations list, apart from times of contact and readings,
 * or that joins or leaves it: clients that show the list in pages request these again.
 */
export const watchLive = endpoint({
  name: "watchLive",
  summary:
    "Server-sent events of what changes in what the caller may see: rows of the list of stations, times of contact and readings every ten seconds, and notices of other changes. Support metrics and telemetry are always part of rows. `after` is the `X-As-Of` of the caller's list; after a break, `Last-Event-ID` takes its place. With `rows`, notices of the topic `rows` name the stations whose rows have changed, for clients that show pages of the list. The stream does not count as use of the session. It ends at once when the session ends or its rights change. At most 4 streams a session and 20 a user; above that, or when the server has too many, 503 with `Retry-After`.",
  method: "GET",
  path: "/api/live",
  access: "user",
  keyScope: null,
  query: z.strictObject({
    include_config: flagInQuery.optional(),
    include_ssot: flagInQuery.optional(),
    include_replaceables: flagInQuery.optional(),
    after: timeInQuery.optional(),
    names: namesInQuery.optional(),
    rows: flagInQuery.optional(),
  }),
  headers: z.object({ "last-event-id": z.string().max(100).optional() }),
  refusals: [403],
  replies: { 200: eventStream },
  events: liveEvents,
  countsAsLoad: false,
});
