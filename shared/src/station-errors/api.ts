import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { flagInQuery, numberInQuery, timeInQuery } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { errorChanges } from "./resolution.ts";
import { stationError } from "./station-error.ts";

const stationParams = z.object({ station: stationName });

/** Maximum and default number of errors in one reply of `listStationErrors`. */
export const ERRORS_MAX = 1_000;

export const listStationErrors = endpoint({
  name: "listStationErrors",
  summary:
    "The errors of a station, unresolved ones first, then the most recently logged first. `filter_resolved=false` returns only unresolved ones, those in triage before those attached to an entry; `true` only resolved ones. `filter_after` returns errors logged at or after that time; `filter_minute` only those that occurred in the minute of that time, as the station's history counts them. `after_error` returns the errors that follow the one with that id, for paging. At most `limit`, and never more than 1000. Only admins receive the `supportlog_entry_id`.",
  method: "GET",
  path: "/api/stations/:station/errors",
  access: "user",
  keyScope: "read_errors",
  topics: ["errors"],
  params: stationParams,
  query: z.strictObject({
    filter_resolved: flagInQuery.optional(),
    filter_after: timeInQuery.optional(),
    filter_minute: timeInQuery.optional(),
    after_error: numberInQuery.pipe(z.int()).optional(),
    limit: numberInQuery.pipe(z.int().max(ERRORS_MAX, `Request at most ${ERRORS_MAX} errors.`)).default(ERRORS_MAX),
  }),
  headers: z.object({ "if-none-match": z.string().max(4_096).optional() }),
  replies: { 200: z.array(stationError), 304: z.null() },
  isLongReply: true,
  replyHeaders: ["etag"],
});

export const changeStationErrors = endpoint({
  name: "changeStationErrors",
  summary:
    "Resolves errors of a station with a solution, or attaches them to one of its support log entries: all of them or none. An error attached to another entry is a 409. Errors already resolved come back as they are.",
  method: "PATCH",
  path: "/api/stations/:station/errors",
  access: "admin",
  keyScope: "write_errors",
  topics: ["errors", "error_groups", "support_log", "station"],
  params: stationParams,
  body: errorChanges,
  replies: { 200: z.array(stationError) },
  isLongReply: true,
});
