import { MINUTE_MS, SECOND_MS, type Timestamp } from "../lib/index.ts";
import { errorTime, type StationError } from "../station-errors/index.ts";

/** The minute a moment belongs to: its beginning, in seconds since the epoch, as history points are timed. */
export function minuteOf(moment: Timestamp): number {
  return (Math.floor(Date.parse(moment) / MINUTE_MS) * MINUTE_MS) / SECOND_MS;
}

/** Errors by the minute in which they happened, to match them with the points of a chart (specification, section 9). */
export function errorsByMinute(errors: readonly StationError[]): Map<number, StationError[]> {
  return Map.groupBy(errors, (error) => minuteOf(errorTime(error)));
}
