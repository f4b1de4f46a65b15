import type { HistoryPoint } from "@groundcrew/shared/stats";
import { expect, test } from "vitest";
import {
  historyStartText,
  historyColumns,
  historySentence,
  nextErrorPoint,
  pointSentence,
  pointTexts,
  pressedPoint,
  swapScale,
} from "./history.ts";

const START = 1_795_000_020;

function point(minute: number, overrides: Partial<HistoryPoint> = {}): HistoryPoint {
  const time = START + minute * 60;
  return { time, swaps_performed: 0, error_count: 0, online: true, door: "closed", pad: "empty", ...overrides };
}

// @spec 72.1
test("the state at the last point continues until the chart ends", () => {
  const columns = historyColumns([point(0), point(1, { swaps_performed: 3 })], START + 600);
  expect(columns.times).toEqual([START, START + 60, START + 600]);
  expect(columns.swaps).toEqual([0, 3, 3]);
});

test("an unknown door or pad is a gap in the chart, never 0", () => {
  const columns = historyColumns([point(0, { door: "unknown", pad: "unknown" })], START);
  expect(columns.door).toEqual([null]);
  expect(columns.pad).toEqual([null]);
  expect(pointTexts(columns, 0)).toMatchObject({ door: "unknown", pad: "unknown" });
});

// @spec 72.1
test("the door of an atlas station is called its roof in sentences too", () => {
  const texts = pointTexts(historyColumns([point(0, { swaps_performed: 1_200, error_count: 4 })], START), 0);
  expect(pointSentence(texts, "atlas")).toMatch(/: Swaps 1,200, Errors 4, Roof closed, Pad empty, Online yes$/);
  expect(pointSentence(texts, "global")).toContain("Door closed");
});

test("the legend has dashes without a point under the pointer", () => {
  expect(pointTexts(historyColumns([], START), null).swaps).toBe("–");
});

// @spec 73.2
test("the chart's sentence contains its range and totals", () => {
  const points = [point(0, { swaps_performed: 10, error_count: 1 }), point(9, { swaps_performed: 25, error_count: 4 })];
  const atShipment = { swaps_shipment: null, errors_shipment: 1 };
  expect(historySentence(points, { range: "week", startS: START, atShipment })).toMatch(/: 15 swaps and 3 errors\.$/);
  expect(historySentence(points, { range: "lifetime", startS: null, atShipment })).toMatch(
    /: 25 swaps and 4 errors\.$/,
  );
  expect(historySentence(points, { range: "shipment", startS: 0, atShipment })).toMatch(/: – swaps and 3 errors\.$/);
  expect(historySentence([], { range: "day", startS: START, atShipment })).toBe("No activity.");
});

test("a chart whose range starts before its history shows the start date of the history", () => {
  expect(historyStartText([point(0)], { startS: START - 60 })).toBe("since 2026-11-18");
  expect(historyStartText([point(0)], { startS: START })).toBeNull();
});

// @spec 74.1
test("a press near a minute with errors selects that minute", () => {
  const points = [point(0), point(10), point(12, { error_count: 1 }), point(13, { error_count: 1 })];
  const columns = historyColumns(points, START);
  expect(pressedPoint(columns, START + 10 * 60, 150)).toBe(2);
  expect(pressedPoint(columns, START + 10 * 60, 60)).toBe(1);
  expect(pressedPoint(columns, START + 14 * 60, 0)).toBe(3);
  expect(pressedPoint(historyColumns([], START), START, 60)).toBeNull();
});

test("the scale of the swaps starts at 0, unless their line would be flat", () => {
  expect(swapScale(0, 1_000)).toEqual([0, 1_050]);
  expect(swapScale(1_000, 1_100)).toEqual([995, 1_105]);
  expect(swapScale(0, 0)[1]).toBeGreaterThan(0);
});

test("the next and the previous point with errors are found from any point", () => {
  const columns = historyColumns(
    [0, 0, 2, 2, 5].map((error_count, minute) => point(minute, { error_count })),
    0,
  );
  expect([0, 2, 4].map((index) => nextErrorPoint(columns, index, 1))).toEqual([2, 4, null]);
  expect([0, 2, 4].map((index) => nextErrorPoint(columns, index, -1))).toEqual([null, null, 2]);
});
