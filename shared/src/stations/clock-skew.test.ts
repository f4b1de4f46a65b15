import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/index.ts";
import { clockWarning } from "./clock-skew.ts";

const YEAR_MS = 365 * DAY_MS;
const warning = (clock_skew_ms: number | null, last_online_status = true) =>
  clockWarning({ clock_skew_ms, last_online_status });

test.each([null, 0, 30_000, -30_000])("a clock that is %s ms ahead is right", (skewMs) => {
  expect(warning(skewMs)).toBeNull();
  expect(warning(skewMs, false)).toBeNull();
});

test.each([
  [30_001, "Clock 30 s ahead"],
  [-30_001, "Clock 30 s behind"],
  [-42_900, "Clock 42 s behind"],
  [MINUTE_MS - 1, "Clock 59 s ahead"],
  [MINUTE_MS, "Clock 1 minute ahead"],
  [-2 * MINUTE_MS, "Clock 2 minutes behind"],
  [HOUR_MS - 1, "Clock 59 minutes ahead"],
  [HOUR_MS, "Clock 1 hour ahead"],
  [DAY_MS - 1, "Clock 23 hours ahead"],
  [-DAY_MS, "Clock 1 day behind"],
  [YEAR_MS - 1, "Clock 364 days ahead"],
  [YEAR_MS, "Clock 1 year ahead"],
  [10 * YEAR_MS, "Clock 10 years ahead"],
  [-10 * YEAR_MS, "Clock 10 years behind"],
  [Number.MAX_SAFE_INTEGER, "Clock 285,616 years ahead"],
  [Number.MIN_SAFE_INTEGER, "Clock 285,616 years behind"],
])("a clock that is %i ms ahead: %s", (skewMs, text) => {
  expect(warning(skewMs)).toBe(text);
  expect(warning(skewMs, false)).toBe(`${text} when last seen`);
});
