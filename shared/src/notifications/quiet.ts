import { z } from "zod";
import { isTimeZone, MINUTE_MS } from "../lib/index.ts";

/** A time zone of the IANA database, such as `America/Denver`. */
export const timeZone = z
  .string()
  .max(60, "Use at most 60 characters.")
  .refine(isTimeZone, "Choose a time zone, such as America/Denver.");

/**
 * Quiet times: each day from a time of day to another, which may be on the next day, and all day on some days of the week (0 is
 * Sunday). Times of day are those of clocks in the zone.
 */
export type QuietTimes = { from: string | null; to: string | null; days: readonly number[]; zone: string };

const DAY_MINUTES = 24 * 60;
/** Offsets of time zones change at whole quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;
/** The longest quiet time without a break is a week; a longer one never ends. */
const LONGEST_MINUTES = 8 * DAY_MINUTES;

/**
 * The end of the quiet time at `now`: the first whole minute that is not quiet (ms). Null if it is not quiet at `now`. Quiet times without an
 * end, on each day of the week, end after eight days. When clocks change, each minute counts by the time on the clocks, so that quiet hours from
 * 22:00 to 07:00 end at 07:00 by any clock.
 */
export function quietUntil(times: QuietTimes, now: number): number | null {
  const clockAt = clockIn(times.zone);
  if (!isQuiet(times, clockAt(now))) return null;
  const start = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  for (let minute = 1; minute < LONGEST_MINUTES; minute += 1) {
    const at = start + minute * MINUTE_MS;
    if (!isQuiet(times, clockAt(at))) return at;
  }
  return start + LONGEST_MINUTES * MINUTE_MS;
}

/** A time on a clock: minutes since midnight, and the day of the week. */
type Clock = { minute: number; weekday: number };

function isQuiet({ from, to, days }: QuietTimes, { minute, weekday }: Clock): boolean {
  if (days.includes(weekday)) return true;
  if (from === null || to === null) return false;
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return start <= end ? start <= minute && minute < end : minute >= start || minute < end;
}

function minutesOf(timeOfDay: string): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Reads a clock in a zone at a time (ms). The zone's offset is looked up once for each quarter of an hour. */
function clockIn(zone: string): (at: number) => Clock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  let quarter = Number.NaN;
  let local = 0;
  return (at) => {
    const begun = Math.floor(at / QUARTER_MS) * QUARTER_MS;
    if (begun !== quarter) {
      quarter = begun;
      local = localTime(format, begun);
    }
    const minutes = Math.floor((local + at - begun) / MINUTE_MS);
    // 1970 began on a Thursday.
    return { minute: minutes % DAY_MINUTES, weekday: (Math.floor(minutes / DAY_MINUTES) + 4) % 7 };
  };
}

/** The time on the clocks of a zone, as if it were UTC (ms). */
function localTime(format: Intl.DateTimeFormat, at: number): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute);
}
