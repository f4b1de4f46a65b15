import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../test/property-runs.ts";
import {
  attemptsIn,
  comparedWithBefore,
  comparedWithFleet,
  successRange,
  successRate,
  wilsonRange,
  type SwapCounts,
} from "./rates.ts";
import { failuresText, likelyText, rateText, timeBetweenFailures } from "./text.ts";

const counts = (attempts: number, failed: number, with_errors = 0): SwapCounts => {
  return { succeeded: attempts - failed - with_errors, with_errors, failed };
};

// Newcombe, R. G. (1998), Statistics in Medicine 17, 857–872, table I, method 3; and Wilson's limits at 0 and 1.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  [29, 29, 0.883, 1],
])("%i of %i is likely between the published limits", (succeeded, attempts, from, to) => {
  const range = wilsonRange(succeeded, attempts);
  expect([range.from.toFixed(4), range.to.toFixed(4)]).toEqual([from.toFixed(4), to.toFixed(4)]);
});

// @spec R2.8
test("the range of 99 of 100 cases has its published quantile", () => {
  // With all of n successes, the lower limit is n / (n + z²).
  expect(wilsonRange(100, 100, 99).from).toBeCloseTo(100 / (100 + 2.575829 ** 2), 9);
  expect(wilsonRange(0, 0, 99)).toEqual({ from: 0, to: 1 });
});

test("a range contains its rate, and that of 99 contains that of 95 of 100 cases", () => {
  const anyCounts = fc.nat(5_000).chain((attempts) => fc.nat(attempts).map((failed) => counts(attempts, failed)));
  fc.assert(
    fc.property(anyCounts, (some) => {
      const rate = successRate(some) ?? 0.5;
      const [likely, wide] = [successRange(some), successRange(some, 99)];
      expect(wide.from).toBeLessThanOrEqual(likely.from);
      expect(likely.from).toBeLessThanOrEqual(rate);
      expect(rate).toBeLessThanOrEqual(likely.to);
      expect(likely.to).toBeLessThanOrEqual(wide.to);
    }),
    cases(300),
  );
});

// @spec R2.8
test("a rate is stated with its range, from 20 attempts", () => {
  expect(likelyText(counts(41_286, 533, 412))).toBe("98.7%, likely 98.6 to 98.8%");
  expect(likelyText(counts(20, 1))).toBe("95.0%, likely 76.4 to 99.1%");
  expect(likelyText(counts(19, 1))).toBe("Too few attempts for a rate: 18 of 19 succeeded.");
  expect(likelyText(counts(8, 1))).toBe("Too few attempts for a rate: 7 of 8 succeeded.");
  expect(likelyText(counts(0, 0))).toBe("No attempts.");
});

test("a rate is 100% only if no attempt failed, and 0% only if all did", () => {
  expect(rateText(counts(100_000, 1))).toBe("99.9%");
  expect(rateText(counts(100_000, 0))).toBe("100.0%");
  expect(rateText(counts(100_000, 99_999))).toBe("0.1%");
  expect(rateText(counts(100_000, 100_000))).toBe("0.0%");
});

// @spec R2.9
test("below or above the fleet is stated only if the range of 99 of 100 cases excludes the fleet's rate", () => {
  const fleet = counts(41_286, 533);
  expect(comparedWithFleet(counts(11_205, 215), fleet)).toBe("below");
  expect(comparedWithFleet(counts(27_904, 280), fleet)).toBe("above");
  expect(comparedWithFleet(counts(214, 7), fleet)).toBe("no_clear_difference");
  expect(comparedWithFleet(counts(19, 19), fleet)).toBeNull();
  expect(comparedWithFleet(counts(20, 20), fleet)).toBe("below");
  expect(comparedWithFleet(counts(0, 0), counts(0, 0))).toBeNull();
  // The range of 95 of 100 cases of 300 attempts with 9 failures excludes this fleet's rate, that of 99 does not.
  const near = counts(300, 9);
  const tight = counts(100_000, 1_500);
  expect(successRange(near).to).toBeLessThan(0.985);
  expect(successRange(near, 99).to).toBeGreaterThan(0.985);
  expect(comparedWithFleet(near, tight)).toBe("no_clear_difference");
});

// @spec R2.9
test("a change of the success rate is stated only if the likely ranges do not overlap", () => {
  expect(comparedWithBefore(counts(41_286, 533), counts(41_000, 397))).toBe("lower");
  expect(comparedWithBefore(counts(41_000, 397), counts(41_286, 533))).toBe("higher");
  expect(comparedWithBefore(counts(1_000, 13), counts(1_000, 10))).toBe("no_clear_change");
  expect(comparedWithBefore(counts(1_000, 13), counts(0, 0))).toBeNull();
  expect(attemptsIn(counts(1_000, 13, 4))).toBe(1_000);
});

// @spec R2.6
test("the time between failures is stated from three failures on", () => {
  expect(timeBetweenFailures(3, 3 * 70 * 3_600)).toBe("70 h");
  expect(timeBetweenFailures(4, 18 * 3_600)).toBe("4.5 h");
  expect(timeBetweenFailures(2, 1_000_000)).toBeNull();
  expect(timeBetweenFailures(3, null)).toBeNull();
  expect([0, 1, 2].map((failed) => failuresText(failed, "30 days"))).toEqual([
    "No failures in 30 days",
    "1 failure in 30 days",
    "2 failures in 30 days",
  ]);
});
