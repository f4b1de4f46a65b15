import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { periodOf } from "./period.ts";

const now = Date.parse("2026-06-01T12:30:00.000Z");

test("without days, a period is 24 hours, of which the last one is not over", () => {
  const to = Date.parse("2026-06-01T13:00:00.000Z");
  expect(periodOf({}, now)).toEqual({ from: to - DAY_MS, to, span: "hour" });
  expect(periodOf({}, to).to).toBe(to + HOUR_MS);
});

test.each([
  ["2026-05-31", "2026-06-01", "hour"],
  ["2026-05-30", "2026-06-01", "day"],
  // Not counted by hour any longer.
  ["2026-05-20", "2026-05-20", "day"],
  ["2026-03-04", "2026-06-01", "day"],
  ["2026-03-03", "2026-06-01", "week"],
  ["2025-04-28", "2026-06-01", "week"],
])("%s to %s is by %s", (from, to, span) => {
  const days = { from: Date.parse(from), to: Date.parse(to) + DAY_MS };
  expect(periodOf({ from, to }, now)).toEqual({ ...days, span });
});

test.each([
  ["2026-05-31", "2026-05-30", "The last day is before the first one."],
  ["2025-04-27", "2026-06-01", "Give at most 400 days."],
  ["1999-12-31", "2000-01-03", "Give days of the years 2000 to 8999."],
  ["9999-12-31", "9999-12-31", "Give days of the years 2000 to 8999."],
  ["2026-05-31", undefined, "Give both days, or none."],
])("%s to %s is refused", (from, to, sentence) => {
  expect(() => periodOf({ from, to }, now)).toThrow(sentence);
});
