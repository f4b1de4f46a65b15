import { z } from "zod";
import { DAY_MS, type CalendarDate } from "../lib/index.ts";
import { door, pad, type Door, type Pad, type StationType } from "../telemetry/index.ts";

/**
 * A point of a station's history (specification, section 3): what held at the end of the minute that begins at `time`,
 * in seconds since the epoch, until the next point. Counts are totals; `online` comes only when asked for.
 */
export const historyPoint = z.object({
  time: z.number().int(),
  swaps_performed: z.number().int().nonnegative(),
  error_count: z.number().int().nonnegative(),
  online: z.boolean().optional(),
  door,
  pad,
});
export type HistoryPoint = z.output<typeof historyPoint>;

/** What a chart draws for a door: 0 open, 1 closed, a gap when unknown. */
export function doorReading(of: Door): 0 | 1 | null {
  if (of === "unknown") return null;
  return of === "closed" ? 1 : 0;
}

/** What a chart draws for a pad: 0 empty, 1 occupied, a gap when unknown. */
export function padReading(of: Pad): 0 | 1 | null {
  if (of === "unknown") return null;
  return of === "occupied" ? 1 : 0;
}

/** What a chart draws for a link: 1 up, 0 down, a gap when it was not asked for. */
export function onlineReading(of: boolean | undefined): 0 | 1 | null {
  if (of === undefined) return null;
  return of ? 1 : 0;
}

/** What the lines of the Activity Data chart are called; the door of an atlas station is its roof. */
export function seriesLabels(type: StationType) {
  return { swaps: "Swaps", errors: "Errors", door: type === "atlas" ? "Roof" : "Door", pad: "Pad", online: "Online" };
}

/** Ranges of the Activity Data chart, and what they are called. */
export const historyRangeLabels = {
  lifetime: "Lifetime",
  shipment: "Shipment",
  month: "Month",
  week: "Week",
  day: "Day",
} as const;
export type HistoryRange = keyof typeof historyRangeLabels;

/** The ranges a station has: the one since shipment only when it was shipped. */
export function historyRanges(shipped: CalendarDate | null): HistoryRange[] {
  return ["lifetime", ...(shipped === null ? [] : (["shipment"] as const)), "month", "week", "day"];
}

const RANGE_DAYS = { month: 30, week: 7, day: 1 } as const;

/** When a range begins, in ms; null for a lifetime. A day of shipment begins at midnight UTC. `now` is in ms. */
export function rangeStart(range: HistoryRange, shipped: CalendarDate | null, now: number): number | null {
  if (range === "lifetime") return null;
  if (range === "shipment") return shipped === null ? null : Date.parse(`${shipped}T00:00:00.000Z`);
  return now - RANGE_DAYS[range] * DAY_MS;
}

/**
 * Swaps and errors inside a range, from its points in order. The first point holds the totals at its start; a lifetime
 * starts from nothing.
 */
export function rangeTotals(points: readonly HistoryPoint[], range: HistoryRange): { swaps: number; errors: number } {
  const last = points.at(-1);
  if (!last) return { swaps: 0, errors: 0 };
  const first = range === "lifetime" ? { swaps_performed: 0, error_count: 0 } : (points[0] ?? last);
  return {
    swaps: Math.max(0, last.swaps_performed - first.swaps_performed),
    errors: Math.max(0, last.error_count - first.error_count),
  };
}

/** Room above the errors of a chart, so that their line stays below that of the swaps (section 9, "Chart"). */
const ERROR_SCALE_FACTOR = 5;

/** The scale of the errors, from 0 to 5 times the latest value and never less than 1. */
export function errorScale(latest: number): [0, number] {
  return [0, Math.max(1, ERROR_SCALE_FACTOR * latest)];
}
