import { expect, test } from "vitest";
import {
  isInWindow,
  timeWindow,
  timeWindowLabels,
  TIME_WINDOWS_MS,
  windowStart,
  type TimeWindow,
} from "./time-window.ts";
import { DAY_MS } from "./time.ts";

const now = Date.parse("2026-06-01T12:00:00.000Z");
const before = (ms: number) => new Date(now - ms).toISOString();

// @spec 191.1, 307.2
test.each([
  ["day", 1],
  ["week", 7],
  ["month", 30],
  ["year", 365],
] as const)("a %s has %i days", (window, days) => {
  expect(TIME_WINDOWS_MS[window]).toBe(days * DAY_MS);
});

// @spec 46.4, 313.2
test("the Time menu offers the specification's windows in its order", () => {
  expect(timeWindow.options.map((window) => timeWindowLabels[window])).toEqual(["All", "Year", "Month", "Week", "Day"]);
});

test.each<[TimeWindow, number]>([
  ["day", TIME_WINDOWS_MS.day],
  ["week", TIME_WINDOWS_MS.week],
  ["month", TIME_WINDOWS_MS.month],
  ["year", TIME_WINDOWS_MS.year],
])("the beginning of the %s belongs to it, a millisecond earlier does not", (window, length) => {
  expect(isInWindow(before(length), window, now)).toBe(true);
  expect(isInWindow(before(length + 1), window, now)).toBe(false);
  expect(isInWindow(null, window, now)).toBe(false);
});

// @spec 191.1
test("all is unlimited and includes null", () => {
  expect(windowStart("all", now)).toBeNull();
  expect(isInWindow(null, "all", now)).toBe(true);
  expect(isInWindow("1970-01-01T00:00:00.000Z", "all", now)).toBe(true);
});
