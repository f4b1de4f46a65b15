import { z } from "zod";
import { calendarMonth, reportedDay } from "../availability/index.ts";
import { timestamp } from "../lib/index.ts";
import { hourSeconds, readinessSeconds, readinessState } from "../readiness/index.ts";
import { swapCounts } from "../swap-attempts/index.ts";
import { wallboard } from "./wallboard.ts";

/** The most stations in a list. */
export const WALL_ROWS = 8;

const count = z.int().nonnegative();

/** A station as people know it. `key` distinguishes it from others of the same wallboard, and has no other meaning. */
const wallStation = z.object({ key: z.int(), serial: z.string(), place: z.string() });

/** A station that is not ready, limited or unknown: its first reason, as a phrase without what people or stations have written, and since when. */
const wallRow = wallStation.extend({ state: readinessState, reason: z.string(), since: timestamp });
export type WallRow = z.output<typeof wallRow>;

/** A station on the map. Only one that is not ready has a name. `state` is null before it was evaluated. */
const wallPoint = z.object({
  key: z.int(),
  lat: z.number(),
  lng: z.number(),
  state: z.enum([...readinessState.options, "maintenance"]).nullable(),
  is_online: z.boolean(),
  label: wallStation.omit({ key: true }).nullable(),
});
export type WallPoint = z.output<typeof wallPoint>;

/**
 * The availability of a month: of all stations that counted, by day, and of those with the least. `days` is null for a wallboard with a view, since
 * days are only known of all stations. `availability` is in hundredths of a percent.
 */
const wallMonth = z.object({
  month: calendarMonth,
  total: readinessSeconds,
  days: z.array(reportedDay).nullable(),
  swaps: swapCounts,
  lowest: z.array(wallStation.extend({ availability: count })).max(WALL_ROWS),
});
export type WallMonth = z.output<typeof wallMonth>;

/**
 * All that a wallboard shows. Nothing in it names people, and there are no texts of errors, messages of stations, entries of the log or images. `rows`
 * are the first stations that are not ready, limited or unknown, the worst first; `newest_not_ready` is since when the last of them to become not ready
 * is so; null without any. `hours` are the last 24, the current one last. `map` and `month` are null without their page.
 */
export const wall = wallboard.pick({ name: true, pages: true, turn_s: true, theme: true, ends: true }).extend({
  product: z.string(),
  counts: z.object({ not_ready: count, limited: count, unknown: count, maintenance: count, ready: count }),
  rows: z.array(wallRow).max(WALL_ROWS),
  newest_not_ready: timestamp.nullable(),
  hours: z.array(hourSeconds),
  /** Since the UTC day began, and the last 24 hours. */
  swaps: z.object({ today: count, day: swapCounts }),
  map: z.object({ points: z.array(wallPoint), unlocated: count }).nullable(),
  month: wallMonth.nullable(),
});
export type Wall = z.output<typeof wall>;
