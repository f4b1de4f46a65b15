import { z } from "zod";
import { DAY_MS, type CalendarDate } from "../lib/index.ts";
import { door, pad, type Door, type Pad, type StationType } from "../telemetry/index.ts";

/**
 * A point of a station's history (specification, section 3): the state at the end of the minute that begins at `time`, in seconds since the
 * epoch, valid until the next point. Counts are totals; `online` is included on request only.
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

/** A door's value in a chart: 0 open, 1 closed, null (a gap) when unknown. */
export function doorReading(state: Door): 0 | 1 | null {
  if (state === "unknown") return null;
  return state === "closed" ? 1 : 0;
}

/** A pad's value in a chart: 0 empty, 1 occupied, null (a gap) when unknown. */
export function padReading(state: Pad): 0 | 1 | null {
  if (state === "unknown") return null;
  return state === "occupied" ? 1 : 0;
}

/** The link's value in a chart: 0 offline, 1 online, null (a gap) when the history does not include it. */
export function onlineReading(online: boolean | undefined): 0 | 1 | null {
  if (online === undefined) return null;
  return online ? 1 : 0;
}

/** The labels of the Activity Data chart's series. The door of an atlas station is its roof. */
export function seriesLabels(type: StationType) {
  return { swaps: "Swaps", errors: "Errors", door: type === "atlas" ? "Roof" : "Door", pad: "Pad", online: "Online" };
}

/** The ranges of the Activity Data chart and their labels. */
export const historyRangeLabels = {
  lifetime: "Lifetime",
  shipment: "Shipment",
  month: "Month",
  week: "Week",
  day: "Day",
} as const;
export type HistoryRange = keyof typeof historyRangeLabels;

/** A station's ranges; "shipment" is available only once it was shipped. */
export function historyRanges(shipped: CalendarDate | null): HistoryRange[] {
  return ["lifetime", ...(shipped === null ? [] : (["shipment"] as const)), "month", "week", "day"];
}

const RANGE_DAYS = { month: 30, week: 7, day: 1 } as const;

/** The start of a range in ms; null for a lifetime. A shipment day starts at midnight UTC. `now` is in ms. */
export function rangeStart(range: HistoryRange, shipped: CalendarDate | null, now: number): number | null {
  if (range === "lifetime") return null;
  if (range === "shipment") return shipped === null ? null : Date.parse(`${shipped}T00:00:00.000Z`);
  return now - RANGE_DAYS[range] * DAY_MS;
}

/** A station's counts on the day of its shipment; null when unknown. */
export type ShipmentCounts = { swaps_shipment: number | null; errors_shipment: number | null };

/** The start of a range's counts: `startS` is in seconds, null for a lifetime. */
export type RangeStart = { range: HistoryRange; startS: number | null; atShipment: ShipmentCounts };

/** Swaps and errors in a range; null where the count at its start is unknown. */
export type RangeTotals = { swaps: number | null; errors: number | null };

/**
 * Swaps and errors in a range, from its points in order: the last totals minus those at the start of the range. A lifetime starts at 0, and
 * a shipment at the station's counts for that day. Other ranges start at their first point; if the history begins later than the range, the
 * totals are unknown.
 */
export function rangeTotals(points: readonly HistoryPoint[], start: RangeStart): RangeTotals {
  const last = points.at(-1);
  if (!last) return { swaps: null, errors: null };
  const { swaps, errors } = countsAtStart(points, start);
  return { swaps: difference(last.swaps_performed, swaps), errors: difference(last.error_count, errors) };
}

/** The start of a range's history in seconds, if it is later than the range; null when the history is complete. */
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

/** Scales the errors of a chart so that their line stays below that of the swaps (section 9, "Chart"). */
const ERROR_SCALE_FACTOR = 5;

/** The scale of the errors: from 0 to 5 times the latest value, but at least to 1. */
export function errorScale(latest: number): [0, number] {
  return [0, Math.max(1, ERROR_SCALE_FACTOR * latest)];
}
