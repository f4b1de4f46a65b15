import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { flagInQuery, numberInQuery, timeInQuery } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { errorChanges } from "./resolution.ts";
import { stationError } from "./station-error.ts";

const ofStation = z.object({ station: stationName });

/** Most errors that one call answers with, and as many as it does unless told otherwise. */
const LIST_MAX = 1_000;

export const listStationErrors = endpoint({
  name: "listStationErrors",
  summary:
    "The errors of a station, unresolved ones first, then the most recently logged first. With `filter_resolved=false` only unresolved ones, those that wait for triage before those attached to an entry; with `true` only resolved ones. Logged at or after `filter_after`; with `filter_minute`, only those that happened in the minute of that moment, where they are counted in the station's history. With `after_error`, only those that come after the error of that id in the list, so that a long one is read in parts. At most `limit`, and never more than 1000. Only admins receive the `supportlog_entry_id`.",
  method: "GET",
  path: "/api/stations/:station/errors",
  access: "user",
  apiKeys: true,
  params: ofStation,
  query: z.strictObject({
    filter_resolved: flagInQuery.optional(),
    filter_after: timeInQuery.optional(),
    filter_minute: timeInQuery.optional(),
    after_error: numberInQuery.pipe(z.int()).optional(),
    limit: numberInQuery.pipe(z.int().max(LIST_MAX, `Request at most ${LIST_MAX} errors.`)).default(LIST_MAX),
  }),
  headers: z.object({ "if-none-match": z.string().max(4_096).optional() }),
  replies: { 200: z.array(stationError), 304: z.null() },
  replyHeaders: ["etag"],
});

export const changeStationErrors = endpoint({
  name: "changeStationErrors",
  summary:
    "Resolves errors of a station with a solution, or attaches them to one of its support log entries: all of them or none. An error attached to another entry is a 409. Errors already resolved come back as they are.",
  method: "PATCH",
  path: "/api/stations/:station/errors",
  access: "admin",
  params: ofStation,
  body: errorChanges,
  replies: { 200: z.array(stationError) },
});
