import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { advance, type ClockReading, adjustedAheadMs } from "./clock.ts";

/** The time that passes on a page between the first and the last of some readings. */
function passedMs(...readings: [ClockReading, ...ClockReading[]]): number {
  const [first] = readings;
  const start = { aheadMs: first.wallMs - first.monotonicMs, missedMs: 0 };
  const last = readings.at(-1) ?? first;
  return last.monotonicMs + readings.reduce(advance, start).missedMs - first.monotonicMs;
}

const clockReading = (wallMs: number, monotonicMs: number): ClockReading => ({ wallMs, monotonicMs });

describe("the time that passes on a page", () => {
  test("is the same on both clocks without a sleep or an adjustment", () => {
    expect(passedMs(clockReading(1_000_000, 0), clockReading(1_030_000, 30_000))).toBe(30_000);
  });

  test("counts a sleep that stopped the monotonic clock", () => {
    expect(passedMs(clockReading(1_000_000, 0), clockReading(4_600_000, 5))).toBe(3_600_000);
  });

  test("continues when the computer's clock is set back", () => {
    expect(passedMs(clockReading(5_000_000, 0), clockReading(1_400_000, 20_000), clockReading(1_410_000, 30_000))).toBe(
      30_000,
    );
  });

  test("does not accumulate rounding differences between the clocks", () => {
    const readings = Array.from({ length: 5_000 }, (_, step) =>
      clockReading(1_000_000 + Math.round(step * 0.7), step * 0.7),
    );
    expect(passedMs(clockReading(1_000_000, 0), ...readings)).toBeCloseTo(4_999 * 0.7);
  });

  test("never runs backwards", () => {
    const step = fc.record({ wall: fc.integer({ min: -1e7, max: 1e7 }), monotonic: fc.nat(1e6) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let reading = clockReading(1e9, 0);
        let clock = { aheadMs: 1e9, missedMs: 0 };
        for (const { wall, monotonic } of steps) {
          const before = reading.monotonicMs + clock.missedMs;
          reading = clockReading(reading.wallMs + wall, reading.monotonicMs + monotonic);
          clock = advance(clock, reading);
          expect(reading.monotonicMs + clock.missedMs).toBeGreaterThanOrEqual(before);
        }
      }),
    );
  });
});

describe("the server's time", () => {
  const response = { serverMs: 100_000, sentMs: 40_000, receivedMs: 40_200 };

  test.each([
    ["is kept where the request may have arrived as soon as it was sent", 60_000, 60_000],
    ["is kept where the request may have arrived at the end", 59_800, 59_800],
    ["is put forward when it is behind", 0, 59_800],
    ["is put back when it is ahead", 99_999, 60_000],
  ])("%s", (_, before, after) => {
    expect(adjustedAheadMs(before, response)).toBe(after);
  });
});
