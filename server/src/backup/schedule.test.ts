import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nextBackup } from "./schedule.ts";

const at = (text: string) => Date.parse(`2026-03-${text}:00.000Z`);
const textOf = (ms: number) => new Date(ms).toISOString().slice(8, 16);
const DAILY = { everyMs: DAY_MS, timeOfDayMs: 2 * HOUR_MS };
const HOURLY = { everyMs: HOUR_MS, timeOfDayMs: 2 * HOUR_MS + 30 * MINUTE_MS };

test.each([
  { last: "01T02:00", next: "02T02:00", schedule: DAILY },
  { last: "01T01:59", next: "01T02:00", schedule: DAILY },
  { last: "01T13:00", next: "02T02:00", schedule: DAILY },
  { last: "01T13:00", next: "01T13:30", schedule: HOURLY },
  { last: "01T13:30", next: "01T14:30", schedule: HOURLY },
])("after a backup of $last the next one is due at $next", ({ last, next, schedule }) => {
  expect(textOf(nextBackup(schedule, { takenMs: at(last), failedMs: null }))).toBe(next);
});

test("the first backup is due at once, and after a failure a quarter of an hour later", () => {
  expect(nextBackup(DAILY, { takenMs: null, failedMs: null })).toBe(0);
  const failedMs = at("01T09:00");
  expect(textOf(nextBackup(DAILY, { takenMs: null, failedMs }))).toBe("01T09:15");
  expect(textOf(nextBackup(DAILY, { takenMs: at("01T02:00"), failedMs }))).toBe("02T02:00");
  const often = { everyMs: 5 * MINUTE_MS, timeOfDayMs: 0 };
  expect(textOf(nextBackup(often, { takenMs: at("01T08:55"), failedMs }))).toBe("01T09:05");
});

test("the next backup is later than the last one, by no more than the interval", () => {
  const times = fc.integer({ min: 0, max: 4_000_000_000_000 });
  const intervals = fc.integer({ min: 5 * MINUTE_MS, max: 7 * DAY_MS });
  const daytimes = fc.integer({ min: 0, max: DAY_MS - 1 });
  fc.assert(
    fc.property(times, intervals, daytimes, (takenMs, everyMs, timeOfDayMs) => {
      const next = nextBackup({ everyMs, timeOfDayMs }, { takenMs, failedMs: null });
      expect(next).toBeGreaterThan(takenMs);
      expect(next - takenMs).toBeLessThanOrEqual(everyMs);
    }),
  );
});
