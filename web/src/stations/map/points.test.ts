import type { Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { sampleReadiness, sampleReason } from "../../../../shared/test/sample-readiness.ts";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { logMoment } from "../../lib/index.ts";
import { isSameMap, mapPoints, unlocatedSentence, stationsInView } from "./points.ts";

const NOON = Date.parse("2026-06-01T12:00:00.000Z");
const live = { freshness: { kind: "live", asOf: NOON, everyMs: 60_000 }, frozen: new Set<string>() } as const;

function stationAt(name: string, gps_location: string, differences: Partial<Station> = {}): Station {
  return sampleStation({ name, last_telemetry_data: { status: { gps_location } }, ...differences });
}

const north = stationAt("gc-aaaaaaaaaaaa", "69.6, 18.9", { serial_number: "Atlas 0001" });
const unlocatedStation = stationAt("gc-bbbbbbbbbbbb", "0.0, 0.0");

test("stations without usable coordinates are not shown, but counted", () => {
  const { points, unlocated } = mapPoints([north, unlocatedStation, sampleStation({})], live);
  expect(points.map(({ lat, lng, title }) => [lat, lng, title])).toEqual([[69.6, 18.9, "Atlas 0001"]]);
  expect(unlocated).toBe(2);
});

test("a station in maintenance has a marker of its own, without a ring for its errors", () => {
  const maintenance = {
    id: 1,
    by: null,
    why: "Belt",
    from: "2026-06-01T11:00:00.000Z",
    until: "2026-06-01T16:00:00.000Z",
  };
  const support_metrics = { errors_unresolved: 3, error_latest: null };
  const { points } = mapPoints([{ ...north, maintenance, support_metrics }], live);
  expect(points).toMatchObject([{ marker: "maintenance", hasErrors: false }]);
});

test.each([
  ["not_ready", "block", "not_ready"],
  ["limited", "limit", "limited"],
  ["not_ready", "maintenance", null],
  ["unknown", "unknown", null],
  ["ready", "info", null],
] as const)(
  "a station that is %s because of an effect %s has the mark %s, and the map is redrawn",
  (state, effect, mark) => {
    const readiness = sampleReadiness({ state, reasons: [sampleReason("message", effect)] });
    const { points } = mapPoints([{ ...north, readiness }], live);
    expect(points.map((point) => point.mark)).toEqual([mark]);
    expect(isSameMap(points, mapPoints([north], live).points)).toBe(mark === null);
  },
);

test.each([
  [0, null],
  [1, "1 station has no usable coordinates and is not on the map."],
  [1_200, "1,200 stations have no usable coordinates and are not on the map."],
])("%i unlocated stations: %s", (unlocated, sentence) => {
  expect(unlocatedSentence(unlocated)).toBe(sentence);
});

test("a refresh redraws the map only when something on it changed", () => {
  const before = mapPoints([north], live).points;
  const swapped = { ...north, last_swapped: "2026-06-01T11:59:00.000Z" };
  expect(isSameMap(before, mapPoints([{ ...north, rev: north.rev + 1 }], live).points)).toBe(true);
  for (const others of [[], [swapped], [north, swapped], [stationAt(north.name, "1, 2")]]) {
    expect(isSameMap(before, mapPoints(others, live).points)).toBe(false);
  }
});

test("markers are redrawn when they become stale, and again when they are live", () => {
  const now = mapPoints([north], live).points;
  const old = mapPoints([north], {
    ...live,
    freshness: { kind: "stale", asOf: NOON, everyMs: 60_000, reason: null },
  }).points;
  expect(isSameMap(now, old)).toBe(false);
  expect(isSameMap(old, now)).toBe(false);
});

test.each([
  ["reports", 10, false, false],
  ["has missed a report", 90, false, true],
  ["reports, but whose video is frozen,", 10, true, true],
])("the marker of a station that %s is as of its last report when stale: %#", (_, silentS, isFrozen, isStale) => {
  const last_active = new Date(NOON - silentS * 1_000).toISOString();
  const station = stationAt("gc-cccccccccccc", "1, 2", { last_active, last_online_status: true });
  const frozen = new Set(isFrozen ? [station.name] : []);
  const { points } = mapPoints([station], { ...live, frozen });
  expect(points.map(({ asOf }) => asOf)).toEqual([isStale ? logMoment(Date.parse(last_active)) : null]);
});

test.each([
  [[0, 60, 30, 75], 1],
  [[360, 60, 390, 75], 1],
  [[-360, 60, -330, 75], 1],
  [[20, 60, 30, 75], 0],
  [[0, 0, 30, 60], 0],
  [null, 1],
] as const)("in the area %j of the map, %i stations are listed", (box, count) => {
  const { points } = mapPoints([north, unlocatedStation], live);
  expect(stationsInView([north, unlocatedStation], points, box && [...box])).toHaveLength(count);
});
