import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import { clockText } from "./format.ts";

const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const clockWithSeconds = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short" });

/** When something was, in few characters: `14:07` today, `Nov 14` before, `Nov 14 2025` in another year. */
export function shortMoment(time: Timestamp, now: number): string {
  return isToday(time, now) ? clockText(time) : dayText(time, now);
}

/** When a line of a log is from: `14:07:31` today, `Nov 14, 06:10` before, `Nov 14 2025, 06:10` in another year. */
export function logMoment(time: Timestamp, now: number): string {
  return isToday(time, now) ? clockWithSeconds.format(new Date(time)) : `${dayText(time, now)}, ${clockText(time)}`;
}

/**
 * Until or since when something is, in few characters: `14:07` today, `Mon 08:00` in the coming days, and `Nov 14 08:00` later or before,
 * since a day of the week alone would be read as one to come.
 */
export function untilText(time: Timestamp, now: number): string {
  if (isToday(time, now)) return clockText(time);
  const aheadMs = Date.parse(time) - now;
  const date = aheadMs > 0 && aheadMs < 6 * DAY_MS ? weekday.format(new Date(time)) : dayText(time, now);
  return `${date} ${clockText(time)}`;
}

/** A day: `Nov 14`, or `Nov 14 2025` in another year than now. */
export function dayText(time: Timestamp, now: number): string {
  const date = new Date(time);
  const year = date.getFullYear();
  return year === new Date(now).getFullYear() ? day.format(date) : `${day.format(date)} ${year}`;
}

function isToday(time: Timestamp, now: number): boolean {
  return new Date(time).toDateString() === new Date(now).toDateString();
}
