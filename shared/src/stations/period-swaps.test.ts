import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, TIME_WINDOWS_MS } from "../lib/index.ts";
import { periodSwaps, sinceShipment, swapsSince } from "./period-swaps.ts";
import { sampleStation } from "../../test/sample-station.ts";

const now = Date.parse("2026-06-01T12:00:00.000Z");
const station = sampleStation({
  swaps_performed: 1_000,
  swaps_year: 100,
  swaps_months_1: 900,
  swaps_week: 990,
  swaps_day: 1_000,
});

// @spec 315.1
test.each([
  ["all", 1_000],
  ["year", 900],
  ["month", 100],
  ["week", 10],
  ["day", 0],
] as const)("the swaps of %s are the total less the count at its start", (window, count) => {
  expect(periodSwaps(station, window, now)).toBe(count);
});

test("without a baseline the count is unknown, unless the station was added inside the period", () => {
  const began = now - TIME_WINDOWS_MS.week;
  const at = (ms: number) => ({ total: 7, baseline: null, created: new Date(ms).toISOString() });
  expect(swapsSince(at(began - 1), began)).toBeNull();
  expect(swapsSince(at(began), began)).toBeNull();
  expect(swapsSince(at(began + 1), began)).toBe(7);
  const young = sampleStation({ swaps_performed: 3, created: new Date(now - 2 * DAY_MS).toISOString() });
  expect(periodSwaps(young, "week", now)).toBe(3);
  expect(periodSwaps(young, "day", now)).toBeNull();
});

// @spec 103.2
test("counts since shipment exclude what came before", () => {
  expect([sinceShipment(10, 4), sinceShipment(4, 10), sinceShipment(10, null)]).toEqual([6, 0, null]);
});

test("a count is never negative and never above the total", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (total, baseline) => {
      const count = swapsSince({ total, baseline, created: "2026-01-01T00:00:00.000Z" }, now) ?? -1;
      expect(count).toBeGreaterThanOrEqual(0);
      expect(count).toBeLessThanOrEqual(total);
    }),
  );
});
