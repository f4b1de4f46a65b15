import { isTimeZone } from "./time-zones.ts";
import type { Timestamp } from "./time.ts";

/**
 * A time as ISO 8601 text by the clocks of a zone, with their offset: `2026-11-21T15:07:31.123+01:00`. As it is, in UTC, for a zone that this
 * program does not know.
 */
export function zonedTimestamp(time: Timestamp, timeZone: string | null): string {
  if (timeZone === null || !isTimeZone(timeZone)) return time;
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  const local = format.format(new Date(time)).replace(" ", "T");
  const offset = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(new Date(time))
    .find(({ type }) => type === "timeZoneName");
  return `${local}${time.slice("2026-11-21T15:07:31".length, -1)}${offset?.value.slice("GMT".length) || "+00:00"}`;
}
