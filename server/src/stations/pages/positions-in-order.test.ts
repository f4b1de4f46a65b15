import * as fc from "fast-check";
import { expect, test } from "vitest";
import { positionsInOrder } from "./positions-in-order.ts";

const number = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, -0, Infinity, -Infinity, 72.3, -72.3, Number.MIN_VALUE, -Number.MAX_VALUE),
);

test.each([{ copies: 1 }, { copies: 1_500 }])(
  "positions are in the order of the numbers, $copies times each",
  ({ copies }) => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 20 }), (some) => {
        const numbers = Float64Array.from(
          { length: some.length * copies },
          (_, at) => some[(at * 7) % some.length] ?? 0,
        );
        const expected = [...numbers.keys()].toSorted((a, b) => {
          const [x = 0, y = 0] = [numbers[a], numbers[b]];
          return x === y ? a - b : x < y ? -1 : 1;
        });
        expect(Array.from(positionsInOrder(numbers))).toEqual(expected);
      }),
      { numRuns: copies === 1 ? 300 : 30 },
    );
  },
);
