import type { ActivityRow } from "@groundcrew/shared/stats";
import { expect, test } from "vitest";
import { fleetColumns, fleetPoint, fleetSentence } from "./fleet-activity.ts";

const START = Date.parse("2026-06-01T12:00:00.000Z") / 1_000;
const rows: ActivityRow[] = [
  [START, 3, 40],
  [START + 600, 1_200, 38],
];

test("rows become a column of times, one of swaps and one of stations online", () => {
  expect(fleetColumns(rows)).toEqual({ times: [START, START + 600], activity: [3, 1_200], online: [40, 38] });
});

test("a point has texts for swaps and stations, and dashes where there is none", () => {
  expect(fleetPoint(fleetColumns(rows), 1)).toMatchObject({ activity: "1,200", online: "38" });
  expect(fleetPoint(fleetColumns(rows), 2)).toEqual({ time: "–", activity: "–", online: "–" });
});

test("the chart is summarized in a sentence", () => {
  expect(fleetSentence(fleetColumns(rows))).toMatch(/: 1,203 swaps, at most 40 stations online, 38 at the end\.$/);
  const one = fleetColumns([[START, 1, 1]]);
  expect(fleetSentence(one)).toMatch(/: 1 swap, at most 1 station online, 1 at the end\.$/);
});
