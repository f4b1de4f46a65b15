import { MINUTE_MS, SECOND_MS, type Timestamp } from "../lib/index.ts";

/**
 * The minute a moment belongs to: its beginning, in seconds since the epoch, as history points are timed. Errors are
 * matched with the points of a chart by the minute in which they happened (specification, section 9).
 */
export function minuteOf(moment: Timestamp): number {
  return (Math.floor(Date.parse(moment) / MINUTE_MS) * MINUTE_MS) / SECOND_MS;
}
