import * as fc from "fast-check";
import { expect, test } from "vitest";
import { advanceSwaps } from "./swaps.ts";

const MAX = Number.MAX_SAFE_INTEGER;

test.each([
  { that: "the first reading is the total", total: 0, before: null, reported: 120, after: 120 },
  {
    that: "a first reading below a known total does not lower it",
    total: 500,
    before: null,
    reported: 120,
    after: 500,
  },
  { that: "an equal reading adds nothing", total: 500, before: 120, reported: 120, after: 500 },
  { that: "a higher reading adds the difference", total: 500, before: 120, reported: 123, after: 503 },
  { that: "a lower reading adds what was counted since a reset", total: 500, before: 120, reported: 2, after: 502 },
  { that: "a counter reset to zero adds nothing yet", total: 500, before: 120, reported: 0, after: 500 },
  { that: "a total stops growing where numbers end", total: MAX - 1, before: 0, reported: 5, after: MAX },
])("$that", ({ total, before, reported, after }) => {
  expect(advanceSwaps(total, before, reported)).toBe(after);
});

// @spec 138.13
test("across any resets, the total is the sum of the swaps between them", () => {
  const steps = fc.array(fc.record({ swaps: fc.nat(5), isReset: fc.boolean() }), { maxLength: 50 });
  fc.assert(
    fc.property(steps, (taken) => {
      let counter = 0;
      let reading: number | null = null;
      let total = 0;
      for (const { swaps, isReset } of taken) {
        // A reset is only noticed while the counter is below the last reading.
        const base: number = isReset && swaps < counter ? 0 : counter;
        counter = base + swaps;
        total = advanceSwaps(total, reading, counter);
        reading = counter;
      }
      expect(total).toBe(taken.reduce((sum, { swaps }) => sum + swaps, 0));
    }),
  );
});
