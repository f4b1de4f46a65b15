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

/** What a station had counted by the day of its shipment; null when that is not known. */
export type ShipmentCounts = { swaps_shipment: number | null; errors_shipment: number | null };

/** Where the counts of a range begin: `startS` in seconds, null for a lifetime. */
export type RangeStart = { range: HistoryRange; startS: number | null; atShipment: ShipmentCounts };

/** Swaps and errors in a range; null where the count at its start is not known. */
export type RangeTotals = { swaps: number | null; errors: number | null };

/**
 * Swaps and errors inside a range, from its points in order: the last totals less those at the start of the range. A
 * lifetime starts from nothing and a shipment from the counts the station has for that day, as everywhere else. Other
 * ranges start from their first point, unless the history begins later: then nobody knows what came before it.
 */
export function rangeTotals(points: readonly HistoryPoint[], start: RangeStart): RangeTotals {
  const last = points.at(-1);
  if (!last) return { swaps: null, errors: null };
  const { swaps, errors } = countsAtStart(points, start);
  return { swaps: difference(last.swaps_performed, swaps), errors: difference(last.error_count, errors) };
}

/** When the history of a range begins (s), if that is later than the range itself; null when all of it is known. */
export function historyBegins(points: readonly HistoryPoint[], { startS }: Pick<RangeStart, "startS">): number | null {
  const [first] = points;
  if (!first) return null;
  const isComplete = startS === null ? first.swaps_performed + first.error_count === 0 : first.time <= startS;
  return isComplete ? null : first.time;
}

function countsAtStart(points: readonly HistoryPoint[], { range, startS, atShipment }: RangeStart): RangeTotals {
  if (range === "lifetime") return { swaps: 0, errors: 0 };
  if (range === "shipment") return { swaps: atShipment.swaps_shipment, errors: atShipment.errors_shipment };
  const [first] = points;
  if (!first || historyBegins(points, { startS }) !== null) return { swaps: null, errors: null };
  return { swaps: first.swaps_performed, errors: first.error_count };
}

function difference(last: number, first: number | null): number | null {
  return first === null ? null : Math.max(0, last - first);
}

/** Room above the errors of a chart, so that their line stays below that of the swaps (section 9, "Chart"). */
const ERROR_SCALE_FACTOR = 5;

/** The scale of the errors, from 0 to 5 times the latest value and never less than 1. */
export function errorScale(latest: number): [0, number] {
  return [0, Math.max(1, ERROR_SCALE_FACTOR * latest)];
}
