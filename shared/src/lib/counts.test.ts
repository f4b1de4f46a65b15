import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cappedCount, countText, exponentCount, shortCount } from "./counts.ts";

// @spec 47.3, 311.2
test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1000"],
  [1_001, "1.0K"],
  [1_049, "1.0K"],
  [1_050, "1.1K"],
  [999_949, "999.9K"],
  [999_950, "1.0M"],
  [1_000_000, "1.0M"],
  [4_249_999, "4.2M"],
])("%i is shortened to %s", (count, text) => {
  expect(shortCount(count)).toBe(text);
});

test("a shortened count is within half a step of the count", () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), (count) => {
      const text = shortCount(count);
      const unit = text.endsWith("M") ? 1_000_000 : text.endsWith("K") ? 1_000 : 1;
      expect(Math.abs(Number.parseFloat(text) * unit - count)).toBeLessThanOrEqual(unit / 20 + 0.001);
    }),
  );
});

// @spec 315.2
test.each([
  [99_999, "99999"],
  [100_000, "100000"],
  [100_001, "1.00e+5"],
  [123_456, "1.23e+5"],
])("a row shows %i as %s", (count, text) => {
  expect(exponentCount(count)).toBe(text);
});

test.each([
  [9, 9, "9"],
  [10, 9, ">9"],
  [99, 99, "99"],
  [100, 99, ">99"],
])("%i with a cap of %i reads %s", (count, cap, text) => {
  expect(cappedCount(count, cap)).toBe(text);
});

test.each([
  [1, "error", "1 error"],
  [0, "error", "0 errors"],
  [12_408, "error", "12,408 errors"],
  [1, "entry", "1 entry"],
  [2, "entry", "2 entries"],
  [2, "day", "2 days"],
])("%i is written with its noun %s as %s", (count, noun, text) => {
  expect(countText(count, noun)).toBe(text);
});
