import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { flagInQuery, numberInQuery, timestamp } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { errorChanges } from "./resolution.ts";
import { stationError } from "./station-error.ts";

const ofStation = z.object({ station: stationName });

export const listStationErrors = endpoint({
  name: "listStationErrors",
  summary:
    "The errors of a station, the most recently logged first: with `filter_resolved=false` only unresolved ones, with `true` only resolved ones; logged at or after `filter_after`; at most `limit`, and never more than 1000.",
  method: "GET",
  path: "/api/stations/:station/errors",
  access: "user",
  apiKeys: true,
  params: ofStation,
  query: z.strictObject({
    filter_resolved: flagInQuery.optional(),
    filter_after: timestamp.optional(),
    limit: numberInQuery.pipe(z.int().max(1_000, "Ask for at most 1000 errors.")).optional(),
  }),
  headers: z.object({ "if-none-match": z.string().max(4_096).optional() }),
  replies: { 200: z.array(stationError), 304: z.null() },
});

export const changeStationErrors = endpoint({
  name: "changeStationErrors",
  summary:
    "Resolves errors of a station with a solution, or attaches them to one of its support log entries: all of them or none. Errors already resolved come back as they are.",
  method: "PATCH",
  path: "/api/stations/:station/errors",
  access: "admin",
  params: ofStation,
  body: errorChanges,
  replies: { 200: z.array(stationError) },
});
