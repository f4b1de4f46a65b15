import * as fc from "fast-check";
import { expect, test } from "vitest";
import { durationParts, durationText, elapsed, shortAge } from "./duration.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from "./time.ts";

const WEEK_S = 604_800;

// @spec 310.1
test.each([
  [-5, "0m"],
  [0, "0m"],
  [59, "0m"],
  [60, "1m"],
  [3_599, "59m"],
  [3_600, "1h 0m"],
  [86_400, "1d 0h 0m"],
  [WEEK_S - 1, "6d 23h 59m"],
  [WEEK_S, "1w 0d 0h 0m"],
  [2 * WEEK_S + 3 * 86_400 + 4 * 3_600 + 5 * 60, "2w 3d 4h 5m"],
])("%i seconds read %s", (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

// @spec 310.1
test("the parts of a duration add up to its minutes", () => {
  fc.assert(
    fc.property(fc.nat(), (seconds) => {
      const { weeks, days, hours, minutes } = durationParts(seconds);
      expect(((weeks * 7 + days) * 24 + hours) * 60 + minutes).toBe(Math.floor(seconds / 60));
      expect([days < 7, hours < 24, minutes < 60]).toEqual([true, true, true]);
    }),
  );
});

// @spec 310.2
test("ten weeks are still a duration, a second more is a date", () => {
  const now = Date.parse("2026-06-01T00:00:00.000Z");
  expect(elapsed(10 * WEEK_S, now)).toEqual({ kind: "duration", text: "10w 0d 0h 0m" });
  expect(elapsed(10 * WEEK_S + 1, now)).toEqual({ kind: "date", started: "2026-03-22T23:59:59.000Z" });
});

test.each([
  [-MINUTE_MS, "now"],
  [MINUTE_MS - 1, "now"],
  [MINUTE_MS, "1m"],
  [HOUR_MS - 1, "59m"],
  [HOUR_MS, "1h"],
  [DAY_MS - 1, "23h"],
  [DAY_MS, "1d"],
  [WEEK_MS - 1, "6d"],
  [WEEK_MS, "1w"],
  [7 * WEEK_MS, "7w"],
])("an age of %i ms reads %s", (ms, text) => {
  expect(shortAge(ms)).toBe(text);
});
