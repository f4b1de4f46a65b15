import type { Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { isSameMap, mapPoints, missingSentence, stationsInView } from "./points.ts";

const judged = { now: Date.parse("2026-06-01T12:00:00.000Z"), asOf: null };

function stationAt(name: string, gps_location: string, of: Partial<Station> = {}): Station {
  return sampleStation({ name, last_telemetry_data: { status: { gps_location } }, ...of });
}

const north = stationAt("gc-aaaaaaaaaaaa", "69.6, 18.9", { serial_number: "Atlas 0001" });
const nowhere = stationAt("gc-bbbbbbbbbbbb", "0.0, 0.0");

test("stations without usable coordinates are not shown, but counted", () => {
  const { points, missing } = mapPoints([north, nowhere, sampleStation({})], judged);
  expect(points.map(({ lat, lng, title }) => [lat, lng, title])).toEqual([[69.6, 18.9, "Atlas 0001"]]);
  expect(missing).toBe(2);
});

test.each([
  [0, null],
  [1, "1 station has no usable coordinates and is not on the map."],
  [1_200, "1,200 stations have no usable coordinates and are not on the map."],
])("%i missing stations: %s", (missing, sentence) => {
  expect(missingSentence(missing)).toBe(sentence);
});

test("a refresh draws the map anew only when something on it changed", () => {
  const before = mapPoints([north], judged).points;
  const swapped = { ...north, last_swapped: "2026-06-01T11:59:00.000Z" };
  expect(isSameMap(before, mapPoints([{ ...north, rev: north.rev + 1 }], judged).points)).toBe(true);
  for (const others of [[], [swapped], [north, swapped], [stationAt(north.name, "1, 2")]]) {
    expect(isSameMap(before, mapPoints(others, judged).points)).toBe(false);
  }
});

test("markers that grow old are drawn anew, and again when they are live", () => {
  const live = mapPoints([north], judged).points;
  const old = mapPoints([north], { ...judged, asOf: "14:00:00" }).points;
  expect(isSameMap(live, old)).toBe(false);
  expect(isSameMap(old, live)).toBe(false);
});

test.each([
  [[0, 60, 30, 75], 1],
  [[360, 60, 390, 75], 1],
  [[-360, 60, -330, 75], 1],
  [[20, 60, 30, 75], 0],
  [[0, 0, 30, 60], 0],
  [null, 1],
] as const)("of the part %j of the map, %i stations are listed", (box, count) => {
  const { points } = mapPoints([north, nowhere], judged);
  expect(stationsInView([north, nowhere], points, box && [...box])).toHaveLength(count);
});
