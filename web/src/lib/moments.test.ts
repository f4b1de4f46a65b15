import { expect, test } from "vitest";
import { dayText, logMoment, momentText, shortMoment, untilText } from "./moments.ts";

const at = (year: number, month: number, day: number, hour = 10) => new Date(year, month - 1, day, hour).toISOString();
const now = new Date(2026, 10, 27, 14, 18).getTime();

test.each([
  ["today", at(2026, 11, 27), "10:00", "10:00:00", "10:00"],
  ["yesterday", at(2026, 11, 26), "Nov 26", "Nov 26, 10:00", "Nov 26 10:00"],
  ["eight days ago", at(2026, 11, 19), "Nov 19", "Nov 19, 10:00", "Nov 19 10:00"],
  ["last year", at(2025, 11, 4), "Nov 4 2025", "Nov 4 2025, 10:00", "Nov 4 2025 10:00"],
  ["tomorrow", at(2026, 11, 28), "Nov 28", "Nov 28, 10:00", "Sat 10:00"],
  ["in two weeks", at(2026, 12, 11), "Dec 11", "Dec 11, 10:00", "Dec 11 10:00"],
  ["next year", at(2027, 1, 3), "Jan 3 2027", "Jan 3 2027, 10:00", "Jan 3 2027 10:00"],
])("a time of %s is unmistakable in a list, in a log, and as a beginning or an end", (_, time, short, log, until) => {
  expect([shortMoment(time, now), logMoment(time, now), untilText(time, now)]).toEqual([short, log, until]);
});

test("a time of another zone has the day and the year that its clocks show", () => {
  const newYear = Date.parse("2026-12-31T23:30:00Z");
  expect(momentText(newYear, "Asia/Kathmandu")).toBe("2027-01-01 05:15");
  expect([newYear, now].map((at) => dayText(newYear, at, "Asia/Kathmandu"))).toEqual(["Jan 1", "Jan 1 2027"]);
  expect(dayText(newYear, now, "UTC")).toBe("Dec 31");
});
