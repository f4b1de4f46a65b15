import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import { clockText } from "./format.ts";

const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const clockWithSeconds = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short" });

/** When something was, in few characters: `14:07` today, `Nov 14` before. */
export function shortMoment(time: Timestamp, now: number): string {
  const date = new Date(time);
  return date.toDateString() === new Date(now).toDateString() ? clockText(time) : day.format(date);
}

/** When a line of a log is from: `14:07:31` today, `Nov 14, 06:10` before. */
export function logMoment(time: Timestamp, now: number): string {
  const date = new Date(time);
  if (date.toDateString() === new Date(now).toDateString()) return clockWithSeconds.format(date);
  return `${day.format(date)}, ${clockText(time)}`;
}

/** Until when something is, in few characters: `14:07` today, `Mon 08:00` within a week, `Nov 14` later. */
export function untilText(time: Timestamp, now: number): string {
  const date = new Date(time);
  if (date.toDateString() === new Date(now).toDateString()) return clockText(time);
  return date.getTime() - now < 6 * DAY_MS ? `${weekday.format(date)} ${clockText(time)}` : day.format(date);
}
