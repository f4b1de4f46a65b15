import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { browserZone, fieldTime } from "../lib/index.ts";
import { untilLabels, untilProblem, untilTime } from "./until.ts";

/** A Saturday afternoon, by the clock of the browser. */
const from = new Date(2026, 10, 21, 17, 16).getTime();
const zone = browserZone;
const local = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const end = (choice: string, start = from) => untilTime({ choice, other: "2026-11-23T09:30" }, { from: start, zone });

test("each choice ends when it says", () => {
  expect(Object.fromEntries(Object.keys(untilLabels).map((choice) => [choice, end(choice)]))).toEqual({
    "1h": from + HOUR_MS,
    "4h": from + 4 * HOUR_MS,
    today: local(22, 0),
    morning: local(22, 8),
    evening: local(22, 18),
    monday: local(23, 8),
    week: local(28, 8),
    month: local(51, 8),
    other: local(23, 9, 30),
  });
  expect(end("monday", local(22, 8))).toBe(local(23, 8));
  expect(end("monday", local(23, 8))).toBe(local(30, 8));
});

test("days and entered times are those of the zone's clocks", () => {
  const berlin = { from, zone: "Europe/Berlin" };
  expect(untilTime({ choice: "evening", other: "" }, berlin)).toBe(Date.parse("2026-11-22T17:00:00Z"));
  expect(untilTime({ choice: "other", other: "2026-11-23T09:30" }, berlin)).toBe(Date.parse("2026-11-23T08:30:00Z"));
});

test("an entered time that is none has no end; one that is written into a field is the same when it is read", () => {
  expect(untilTime({ choice: "other", other: "" }, { from, zone })).toBeNull();
  const minute = local(21, 17, 16);
  expect(untilTime({ choice: "other", other: fieldTime(minute, zone) }, { from, zone })).toBe(minute);
});

test("an end is in the future, and not too far", () => {
  const limits = { now: from, maxDays: 30 };
  expect(untilProblem(null, limits)).toBe("Enter a time.");
  expect(untilProblem(from, limits)).toBe("Choose a time in the future.");
  expect(untilProblem(from + 30 * DAY_MS, limits)).toBeNull();
  expect(untilProblem(from + 30 * DAY_MS + 1, limits)).toBe("Choose a time within 30 days.");
});
