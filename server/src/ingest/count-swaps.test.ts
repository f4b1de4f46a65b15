import { expect, test } from "vitest";
import { countSwaps } from "./telemetry/apply-change.ts";

const byEvents = { swaps_performed: 10, swaps_reported: 10, swaps_by_events: true, swaps_by_counter: 10 };

test("where events count swaps, the counter has a total of its own that shows what events missed", () => {
  expect(countSwaps(byEvents, 12)).toEqual({ ...byEvents, swaps_reported: 12, swaps_by_counter: 12 });
});

test("a counter that was reset continues from the total that it had reached", () => {
  expect(countSwaps({ ...byEvents, swaps_by_counter: 12 }, 3)).toMatchObject({
    swaps_performed: 10,
    swaps_by_counter: 15,
  });
});

test("the counter's total includes swaps whose events have not arrived yet", () => {
  const before = { swaps_performed: 0, swaps_reported: null, swaps_by_events: false, swaps_by_counter: null };
  expect(countSwaps(before, 20, { byEvents: true, unsent: 3 })).toEqual({
    swaps_performed: 17,
    swaps_reported: 20,
    swaps_by_events: true,
    swaps_by_counter: 20,
  });
});

test("a counter that is read for the first time while events count begins with their total", () => {
  const before = { ...byEvents, swaps_reported: null, swaps_by_counter: null };
  expect(countSwaps(before, 4_000)).toMatchObject({ swaps_performed: 10, swaps_by_counter: 10 });
  expect(countSwaps(before, null)).toEqual(before);
});

test("a station that no longer reports swaps as events has a single total", () => {
  expect(countSwaps(byEvents, 13, { byEvents: false, unsent: 0 })).toEqual({
    swaps_performed: 13,
    swaps_reported: 13,
    swaps_by_events: false,
    swaps_by_counter: null,
  });
});
