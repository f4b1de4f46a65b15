import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { calendarDate, MINUTE_MS, numberInQuery, orgIdInQuery } from "../lib/index.ts";
import { placeInQuery } from "../sites/index.ts";
import { stationName, stationType } from "../telemetry/index.ts";
import { listedSwapAttempt, swapSort, swapSuccess } from "./swap-success.ts";

/** The most days of a period. */
export const SWAP_DAYS_MAX = 400;
/** The most stations in a reply. */
const STATIONS_MAX = 10_000;

/** The first and the last day of a period; without them, it is the last 24 hours. */
const period = { from: calendarDate.optional(), to: calendarDate.optional() };
const firmware = z.string().max(200);

export const getSwapSuccess = endpoint({
  name: "getSwapSuccess",
  summary:
    "How many attempts to swap a battery succeeded from one day to another (UTC, at most 400 days), or in the last 24 hours if no days are given: in total, over time, by cause, type, firmware, organization and station. `site` and `tag` limit it to stations that are at that site, and have that tag, now. The figures of the last 48 hours can still change.",
  method: "GET",
  path: "/api/statistics/swap-success",
  access: "user",
  keyScope: "read_fleet",
  topics: ["swap_attempts"],
  refreshMs: 5 * MINUTE_MS,
  query: z.strictObject({
    ...period,
    org_id: orgIdInQuery.optional(),
    station_type: stationType.optional(),
    ...placeInQuery,
    firmware: firmware.optional(),
    sort: swapSort.default("worst"),
    limit: numberInQuery.pipe(z.int().max(STATIONS_MAX, `Give at most ${STATIONS_MAX}.`)).default(50),
  }),
  refusals: [404],
  replies: { 200: swapSuccess },
});

export const listSwapAttempts = endpoint({
  name: "listSwapAttempts",
  summary:
    "A station's failed battery swaps and those with errors, from one day to another (UTC) or in the last 24 hours, the newest first; at most 500.",
  method: "GET",
  path: "/api/stations/:station/statistics/swap-attempts",
  access: "user",
  keyScope: "read_errors",
  topics: ["swap_attempts"],
  params: z.object({ station: stationName }),
  query: z.strictObject({ ...period, firmware: firmware.optional() }),
  replies: { 200: z.array(listedSwapAttempt) },
});
