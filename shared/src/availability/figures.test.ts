import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cases } from "../../test/property-runs.ts";
import { NO_SECONDS } from "../readiness/index.ts";
import {
  availabilityFigures,
  compareMonths,
  daysOfMonth,
  hoursText,
  isMostlyRecorded,
  monthAfter,
  pointsText,
  recordedDays,
  shareText,
} from "./figures.ts";

const of = (parts: Partial<typeof NO_SECONDS>) => ({ ...NO_SECONDS, ...parts });

describe("availability", () => {
  // @spec R3.1
  test("is time Ready or Limited ÷ recorded time outside maintenance, and Link is time online ÷ the same", () => {
    const seconds = of({
      ready_s: 7_000,
      limited_s: 2_000,
      not_ready_s: 600,
      unknown_s: 400,
      maintenance_s: 10_000,
      not_recorded_s: 5_000,
      uncounted_s: 5_000,
      link_s: 9_555,
    });
    expect(availabilityFigures(seconds)).toEqual({
      availability: 9_000,
      link: 9_555,
      readyOnly: 7_000,
      withMaintenance: 4_500,
    });
  });

  test.each([
    [10_000, 0, "100%"],
    [999_999_999, 1, "99.99%"],
    [98_419, 1_581, "98.41%"],
    [2, 1, "66.66%"],
    [0, 10, "0.00%"],
    [0, 0, "–"],
  ])("of %d s and %d s lost rounds down: %s", (ready_s, unknown_s, text) => {
    expect(shareText(availabilityFigures(of({ ready_s, unknown_s })).availability)).toBe(text);
  });

  // @spec R3.1
  test("is 100% only without a second lost, and never more than it was", () => {
    const seconds = fc.integer({ min: 0, max: 345_600_000_000 });
    fc.assert(
      fc.property(seconds, seconds, (ready_s, not_ready_s) => {
        const { availability } = availabilityFigures(of({ ready_s, not_ready_s }));
        expect(shareText(availability) === "100%").toBe(ready_s > 0 && not_ready_s === 0);
        const whole = ready_s + not_ready_s;
        expect(BigInt(availability ?? 0) * BigInt(whole)).toBeLessThanOrEqual(BigInt(ready_s) * 10_000n);
      }),
      cases(2_000),
    );
  });

  // @spec R3.5
  test("has no figures at a station of which less than half was recorded", () => {
    expect(isMostlyRecorded(of({ ready_s: 50, maintenance_s: 50, not_recorded_s: 100 }))).toBe(true);
    expect(isMostlyRecorded(of({ ready_s: 50, maintenance_s: 49, not_recorded_s: 100 }))).toBe(false);
    expect(isMostlyRecorded(of({ uncounted_s: 50 }))).toBe(false);
  });
});

describe("a comparison with the month before", () => {
  const month = (name: string, recorded: number, ready_s: number) => ({
    name,
    total: of({ ready_s, not_ready_s: 10_000 - ready_s, link_s: ready_s }),
    recorded,
    days: 30,
  });

  test.each([
    [9_841, 9_780, "+0.61 points"],
    [9_780, 9_841, "−0.61 points"],
    [9_780, 9_780, "±0.00 points"],
  ])("of %d and %d is in points: %s", (now, before, text) => {
    const compared = compareMonths(month("October", 30, now), month("September", 24, before));
    expect(compared).toEqual({ availability: now - before, link: now - before });
    expect(pointsText(now - before)).toBe(text);
  });

  test.each([
    [30, 23, "No comparison: September was recorded for 23 of 30 days"],
    [23, 30, "No comparison: October was recorded for 23 of 30 days"],
  ])("of %d recorded days with %d is none", (now, before, none) => {
    expect(compareMonths(month("October", now, 9_000), month("September", before, 9_000))).toEqual({ none });
  });

  test("of months without a second that counts is none", () => {
    const maintained = { ...month("September", 30, 0), total: of({ maintenance_s: 86_400 }) };
    expect(compareMonths(month("October", 30, 9_000), maintained)).toEqual({ none: "No comparison: nothing counts" });
  });

  // @spec R3.4
  test("counts recorded days by what was recorded of each", () => {
    const day = (day: string, recorded: number) => ({
      ...of({ ready_s: recorded, not_recorded_s: 86_400 - recorded }),
      day,
    });
    expect(recordedDays([day("2026-10-01", 86_400), day("2026-10-02", 43_200), day("2026-10-03", 43_200)])).toBe(2);
    expect(recordedDays([day("2026-10-01", 28_800), day("2026-10-02", 28_800), day("2026-10-03", 28_800)])).toBe(1);
    expect(recordedDays([{ ...of({ uncounted_s: 86_400 }), day: "2026-10-01" }])).toBe(0);
    expect(recordedDays(Array.from({ length: 10 }, () => day("2026-10-01", 8_640)))).toBe(1);
  });
});

test.each([
  [0, "–"],
  [59, "59 s"],
  [60, "1 min"],
  [3_599, "59 min"],
  [46_800, "13 h"],
  [100_200, "27 h 50 min"],
  [4_000_000, "1,111 h 6 min"],
])("%d s are %s", (seconds, text) => {
  expect(hoursText(seconds)).toBe(text);
});

test("months have their days, also over the end of a year", () => {
  expect(daysOfMonth("2028-02")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  expect(daysOfMonth("2026-12")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
  expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});
