import * as fc from "fast-check";
import { expect, test } from "vitest";
import { positionsBetween } from "./positions-between.ts";

const number = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, -0, Infinity, -Infinity, 72.3, -72.3, Number.MIN_VALUE, -Number.MAX_VALUE),
);

test("positions are those that sorting all numbers puts there", () => {
  fc.assert(
    fc.property(
      fc.array(number, { minLength: 1, maxLength: 60 }),
      fc.nat({ max: 59 }),
      fc.integer({ min: 1, max: 20 }),
      (all, place, count) => {
        const numbers = Float64Array.from(all);
        const first = place % all.length;
        const end = Math.min(all.length, first + count);
        expect(positionsBetween(numbers, first, end)).toEqual(sortedPositions(numbers).slice(first, end));
        expect([...numbers]).toEqual(all);
      },
    ),
    { numRuns: 1_000 },
  );
});

test("numbers that rise and then fall are no slower than others", () => {
  const [count, half] = [400_000, 200_000];
  const numbers = Float64Array.from({ length: count }, (_, at) => (at < half ? at : count - 1 - at));
  expect(positionsBetween(numbers, 0, 6)).toEqual([0, count - 1, 1, count - 2, 2, count - 3]);
  expect(positionsBetween(numbers, count - 2, count)).toEqual([half - 1, half]);
});

function sortedPositions(numbers: Float64Array): number[] {
  return [...numbers.keys()].sort((a, b) => {
    const [x = 0, y = 0] = [numbers[a], numbers[b]];
    return x === y ? a - b : x < y ? -1 : 1;
  });
}
