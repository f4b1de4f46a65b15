import type { CalendarDate } from "./time.ts";

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
const short = format({ month: "short", day: "numeric" });
const long = format({ month: "short", day: "numeric", year: "numeric" });
const month = format({ month: "long", year: "numeric" });

/** "Oct 25", of a day or a time in UTC. */
export function dayName(day: CalendarDate): string {
  return short.format(Date.parse(day));
}

/** "Oct 3, 2026", where a day of another year may be meant. */
export function longDayName(day: CalendarDate): string {
  return long.format(Date.parse(day));
}

/** "October 2026", of a month such as `2026-10`. */
export function monthName(yearMonth: string): string {
  return month.format(Date.parse(`${yearMonth}-01`));
}
