import { expect, test } from "vitest";
import { sampleStation } from "../../../test/sample-station.ts";
import type { Station } from "../station.ts";
import { Stations } from "../stations.ts";
import { namesHash, type VolatileUpdate } from "./volatile.ts";

const batteries = [
  { name: "A", on_off: true, current: 800 },
  { name: "B", on_off: false },
  { name: "C", on_off: true, current: 400 },
];
const station = sampleStation({
  name: "gc-d",
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

/** A list with these names, in any order, of which one has the fields of `station`. */
function listOf(names: readonly string[], one: Station = station): Stations {
  return Stations.of(new Map(names.map((name) => [name, name === one.name ? one : sampleStation({ name })])));
}

/** A station with the second item of the columns. */
function secondOf(one: Station, columns: VolatileUpdate): Station | undefined {
  return listOf(["gc-a", "gc-b", "gc-c", one.name], one).withUpdate(columns)?.get(one.name);
}

test("the columns' stations are found by their positions in the same list, and in no other", () => {
  const updated = listOf(["gc-d", "gc-b", "gc-c", "gc-a"]).withUpdate(update());
  const active = [...(updated?.values() ?? [])].filter(({ last_active }) => last_active !== null);
  expect(active.map(({ name }) => name)).toEqual(["gc-d", "gc-a"]);
  expect(listOf(["gc-a", "gc-b", "gc-c"]).withUpdate(update())).toBeNull();
  expect(listOf(["gc-a", "gc-b", "gc-c", "gc-e"]).withUpdate(update())).toBeNull();
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
  const { station_uptime, currents: _c, clock_skew_ms: _s, ...brief } = update({ last_active: [0, 30_000] }).volatile;
  const later = listOf(["gc-a", "gc-b", "gc-c", "gc-d"]).withUpdate({ volatile: brief });
  const first = later?.get("gc-d");
  expect(first?.last_active).not.toBe(station.last_active);
  expect(first?.clock_skew_ms).toBe(station.clock_skew_ms);
  expect(later?.withUpdate({ volatile: brief })).toBe(later);
  const all = update({ last_active: [0, 30_000] });
  const complete = later?.withUpdate(all);
  expect(complete?.get("gc-d")?.last_telemetry_data?.status?.station_uptime).toBe(station_uptime?.[1]);
  expect(complete?.withUpdate(all)).toBe(complete);
});
