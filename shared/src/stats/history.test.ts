import { expect, test } from "vitest";
import { minuteOf } from "./minute.ts";
import {
  doorReading,
  errorScale,
  historyBegins,
  historyRanges,
  onlineReading,
  padReading,
  rangeStart,
  rangeTotals,
  seriesLabels,
  type HistoryPoint,
  type ShipmentCounts,
} from "./history.ts";

const now = Date.parse("2026-06-01T12:00:00.000Z");
const point = (swaps_performed: number, error_count: number, time = 0): HistoryPoint => ({
  time,
  swaps_performed,
  error_count,
  door: "closed",
  pad: "empty",
});

// @spec 166.2
test("readings are 0, 1, or a gap", () => {
  expect((["open", "closed", "unknown"] as const).map(doorReading)).toEqual([0, 1, null]);
  expect((["empty", "occupied", "unknown"] as const).map(padReading)).toEqual([0, 1, null]);
  expect([false, true, undefined].map(onlineReading)).toEqual([0, 1, null]);
});

// @spec 72.1
test("the door of an atlas is its roof", () => {
  expect([seriesLabels("atlas").door, seriesLabels("global").door]).toEqual(["Roof", "Door"]);
});

// @spec 73.1
test("the range since shipment exists only for a shipped station", () => {
  expect(historyRanges("2024-05-31")).toEqual(["lifetime", "shipment", "month", "week", "day"]);
  expect(historyRanges(null)).toEqual(["lifetime", "month", "week", "day"]);
});

test("ranges begin 30, 7 or 1 days ago, at the day of shipment, or have no beginning", () => {
  const start = (...args: Parameters<typeof rangeStart>) => {
    const began = rangeStart(...args);
    return began === null ? null : new Date(began).toISOString();
  };
  expect(start("month", null, now)).toBe("2026-05-02T12:00:00.000Z");
  expect(start("week", null, now)).toBe("2026-05-25T12:00:00.000Z");
  expect(start("day", null, now)).toBe("2026-05-31T12:00:00.000Z");
  expect(start("shipment", "2024-05-31", now)).toBe("2024-05-31T00:00:00.000Z");
  expect(start("lifetime", "2024-05-31", now)).toBeNull();
});

const unshipped = { swaps_shipment: null, errors_shipment: null };
const lifetime = { range: "lifetime", startS: null, atShipment: unshipped } as const;
const weekFrom = (startS: number) => ({ range: "week", startS, atShipment: unshipped }) as const;

// @spec 73.2
test("totals of a range exclude the counts at its start, those of a lifetime do not", () => {
  const points = [point(100, 3), point(104, 3), point(110, 5)];
  expect(rangeTotals(points, weekFrom(0))).toEqual({ swaps: 10, errors: 2 });
  expect(rangeTotals(points, lifetime)).toEqual({ swaps: 110, errors: 5 });
});

test("a range that begins before its history has no totals, nor does one without history", () => {
  const points = [point(100, 3, 61), point(110, 5, 120)];
  expect(rangeTotals(points, weekFrom(60))).toEqual({ swaps: null, errors: null });
  expect(rangeTotals(points, weekFrom(61))).toEqual({ swaps: 10, errors: 2 });
  expect(rangeTotals([], weekFrom(60))).toEqual({ swaps: null, errors: null });
});

test("totals since shipment start from the counts of that day, not from the first point", () => {
  const points = [point(100, 3, 61), point(110, 5, 120)];
  const since = (atShipment: ShipmentCounts) => rangeTotals(points, { range: "shipment", startS: 60, atShipment });
  expect(since({ swaps_shipment: 20, errors_shipment: 1 })).toEqual({ swaps: 90, errors: 4 });
  expect(since({ swaps_shipment: 20, errors_shipment: null })).toEqual({ swaps: 90, errors: null });
  expect(since(unshipped)).toEqual({ swaps: null, errors: null });
});

test("a history has a start time if it begins later than its range", () => {
  expect(historyBegins([point(7, 0, 61)], { startS: 60 })).toBe(61);
  expect(historyBegins([point(7, 0, 61)], { startS: 61 })).toBeNull();
  expect(historyBegins([point(7, 0, 61)], { startS: null })).toBe(61);
  expect(historyBegins([point(0, 0, 61)], { startS: null })).toBeNull();
  expect(historyBegins([], { startS: 60 })).toBeNull();
});

// @spec 319.3
test.each([
  [0, 1],
  [1, 5],
  [40, 200],
])("errors up to %i are drawn up to %i", (latest, top) => {
  expect(errorScale(latest)).toEqual([0, top]);
});

// @spec 319.1
test("a minute is identified by its start, in seconds", () => {
  const minute = minuteOf("2026-06-01T12:00:00.000Z");
  expect(minute).toBe(now / 1_000);
  expect(minuteOf("2026-06-01T12:00:59.999Z")).toBe(minute);
  expect(minuteOf("2026-06-01T11:59:59.999Z")).toBe(minute - 60);
});
