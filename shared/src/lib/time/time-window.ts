import { z } from "zod";
import { DAY_MS, type Timestamp } from "./time.ts";

/** A period that ends now: the Time menu of the station list and of the support log. */
export const timeWindow = z.enum(["all", "year", "month", "week", "day"]);
export type TimeWindow = z.output<typeof timeWindow>;

/** Length of each window; `all` is unlimited (specification, section 9). */
export const TIME_WINDOWS_MS = { year: 365 * DAY_MS, month: 30 * DAY_MS, week: 7 * DAY_MS, day: DAY_MS } as const;

/** Label of each window in menus. */
export const timeWindowLabels: Record<TimeWindow, string> = {
  all: "All",
  year: "Year",
  month: "Month",
  week: "Week",
  day: "Day",
};

/** The start (ms) of a window that ends at `now` (ms); null for `all`. */
export function windowStart(window: TimeWindow, now: number): number | null {
  return window === "all" ? null : now - TIME_WINDOWS_MS[window];
}

/** Whether `then` is inside a window, including its start. Null is inside `all` only. */
export function isInWindow(then: Timestamp | null, window: TimeWindow, now: number): boolean {
  const start = windowStart(window, now);
  return start === null || (then !== null && Date.parse(then) >= start);
}
