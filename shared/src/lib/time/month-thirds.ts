import { DAY_MS, type CalendarDate } from "./time.ts";

/** The first day of the third of a month that has a day: its 1st, 11th or 21st. */
export function thirdOf(day: CalendarDate): CalendarDate {
  const nth = Math.min(2, Math.floor((Number(day.slice(8)) - 1) / 10));
  return `${day.slice(0, 8)}${nth}1`;
}

/** The first day of the next third of a month. */
export function nextThird(day: CalendarDate): CalendarDate {
  return thirdOf(dayAfter(thirdOf(day), 15));
}

/** Whole thirds of months, from the first day of one up to that of another one. */
export type Thirds = { first: CalendarDate; until: CalendarDate };

/**
 * The whole thirds of months in a range of UTC days, and before the day `known`. The other days of the range are those before `first` and those from
 * `until` on. Without whole thirds, both are the day after the range.
 */
export function wholeThirds({ from, to }: { from: CalendarDate; to: CalendarDate }, known = "9999-12-31"): Thirds {
  const first = thirdOf(from) === from ? from : nextThird(from);
  const end = dayAfter(to, 1);
  const until = thirdOf(end < known ? end : known);
  return first < until ? { first, until } : { first: end, until: end };
}

function dayAfter(day: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
