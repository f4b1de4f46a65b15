import { expect, test } from "vitest";
import { sampleStation } from "../../test/sample-station.ts";
import type { Station } from "./station.ts";
import { namesHash, namesIn, sortedNames, withVolatile, type VolatileUpdate } from "./volatile.ts";

const batteries = [
  { name: "A", on_off: true, current: 800 },
  { name: "B", on_off: false },
  { name: "C", on_off: true, current: 400 },
];
const station = sampleStation({
  name: "gc-a",
  last_active: "2026-03-01T11:59:00.000Z",
  last_telemetry_data: { status: { door: "open", station_uptime: 5 }, battery_info: { batteries } },
});

const update = (differences: Partial<VolatileUpdate["volatile"]> = {}): VolatileUpdate => ({
  volatile: {
    at: "2026-03-01T12:00:00.000Z",
    names_hash: namesHash(["gc-a", "gc-b", "gc-c", "gc-d"]),
    skipped: [0, 2],
    last_active: [0, 1_500],
    last_online: [0, 1_500],
    last_telemetry: [0, null],
    clock_skew_ms: [0, -7],
    station_uptime: [1, 60],
    internal_temperature: [80, null],
    currents: [[], [790, 390]],
    ...differences,
  },
});

/** A station with the second item of the columns. */
function secondOf(one: Station, columns: VolatileUpdate): Station {
  return withVolatile(one, columns, { index: 1, atMs: Date.parse(columns.volatile.at) });
}

test("the columns' stations are found by their positions in the same list, and in no other", () => {
  expect(namesIn(update(), sortedNames(["gc-a", "gc-b", "gc-c", "gc-d"]))).toEqual(["gc-a", "gc-d"]);
  expect(namesIn(update(), sortedNames(["gc-a", "gc-b", "gc-c"]))).toBeNull();
  expect(namesIn(update(), sortedNames(["gc-a", "gc-b", "gc-c", "gc-e"]))).toBeNull();
  expect(namesHash(["ab", "c"])).not.toBe(namesHash(["a", "bc"]));
});

test("a station gets the values of its item, and keeps everything else", () => {
  expect(secondOf(station, update())).toEqual({
    ...station,
    last_active: "2026-03-01T11:59:58.500Z",
    last_online: "2026-03-01T11:59:58.500Z",
    last_telemetry: null,
    clock_skew_ms: -7,
    last_telemetry_data: {
      status: { door: "open", station_uptime: 60 },
      battery_info: {
        batteries: [
          { name: "A", on_off: true, current: 790 },
          { name: "B", on_off: false },
          { name: "C", on_off: true, current: 390 },
        ],
      },
    },
  });
});

test("a station without telemetry gets none", () => {
  const { last_telemetry_data: _, ...bare } = station;
  expect(secondOf(bare, update())).not.toHaveProperty("last_telemetry_data");
});

test.each([{ ago: 61_000 }, { ago: null }])(
  "values that are older than what is known change nothing ($ago ms ago)",
  ({ ago }) => {
    expect(secondOf(station, update({ last_active: [0, ago] }))).toBe(station);
  },
);

test("readings that an update of the same time had left out are added, once", () => {
  const {
    station_uptime: _,
    currents: _c,
    clock_skew_ms: _s,
    ...brief
  } = update({ last_active: [0, 30_000] }).volatile;
  const later = secondOf(station, { volatile: brief });
  expect(later.last_active).not.toBe(station.last_active);
  expect(later.clock_skew_ms).toBe(station.clock_skew_ms);
  expect(secondOf(later, { volatile: brief })).toBe(later);
  const all = update({ last_active: [0, 30_000] });
  const complete = secondOf(later, all);
  expect(complete.last_telemetry_data?.status?.station_uptime).toBe(all.volatile.station_uptime?.[1]);
  expect(secondOf(complete, all)).toBe(complete);
});
