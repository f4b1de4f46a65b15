import { z } from "zod";
import { calendarDate, timestamp } from "../../lib/index.ts";
import { swapCounts } from "../../swap-attempts/index.ts";
import { readinessReason, readinessState } from "../readiness.ts";
import type { ReadinessSeconds } from "./days.ts";

/** How time counts, as `TimeKind`. */
const timeKind = z.enum([...readinessState.options, "maintenance", "not_recorded", "uncounted"]);

const seconds = z.int().nonnegative();

/** The fields of sums of seconds. */
export const readinessSeconds = z.object({
  ready_s: seconds,
  limited_s: seconds,
  not_ready_s: seconds,
  unknown_s: seconds,
  maintenance_s: seconds,
  not_recorded_s: seconds,
  uncounted_s: seconds,
  link_s: seconds,
  outages: seconds,
  outage_s: seconds,
  longest_s: seconds,
}) satisfies z.ZodType<ReadinessSeconds>;

/** A stretch of a station's history with one state and first reason. `until` is null for the current one. */
export const historyEntry = z.object({
  from: timestamp,
  until: timestamp.nullable(),
  kind: timeKind,
  reasons: z.array(readinessReason),
});
export type HistoryEntry = z.output<typeof historyEntry>;

/** A UTC day of a station. */
export const historyDay = readinessSeconds.extend({
  day: calendarDate,
  causes: z.array(z.object({ state: readinessState, title: z.string(), seconds })),
});
export type HistoryDay = z.output<typeof historyDay>;

/**
 * The part of a station's readiness that is history, in a range. `changes` has the newest entries first. `days` are all that have ended and the
 * current one, oldest first, the first one with the outage in which it began; `swaps` are the attempts to swap of these days.
 */
export const readinessHistory = z.object({
  changes: z.array(historyEntry),
  days: z.array(historyDay),
  swaps: swapCounts,
});
export type ReadinessHistory = z.output<typeof readinessHistory>;
