import { MINUTE_MS, SECOND_MS, type Timestamp } from "../lib/index.ts";

/**
 * The start of the minute that contains a time, in seconds since the epoch, like the times of history points. Errors are matched with the
 * points of a chart by the minute in which they occurred (specification, section 9).
 */
export function minuteOf(time: Timestamp): number {
  return (Math.floor(Date.parse(time) / MINUTE_MS) * MINUTE_MS) / SECOND_MS;
}
