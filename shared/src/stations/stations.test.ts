import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleStation } from "../../test/sample-station.ts";
import { mergeStations, type StationChange } from "./list/merge.ts";
import { isSortedAlike, sortStations } from "./list/sorts.ts";
import type { Station } from "./station.ts";
import { Stations } from "./stations.ts";
import { fleetStats } from "./stats.ts";
import { namesHash, type VolatileUpdate } from "./list/volatile.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const NAMES = ["gc-a", "gc-b", "gc-c"];
const iso = (ms: number) => new Date(ms).toISOString();

/** What a station reported: its number in the list, how long ago (ms), and its readings. */
type Report = { number: number; agoMs: number; uptime: number };
/** Reports that arrive in one update, or as one row with another content. */
type Step = { kind: "update"; reports: readonly Report[] } | { kind: "row"; report: Report; rev: number };

const report = fc.record({ number: fc.nat(2), agoMs: fc.nat(240_000), uptime: fc.nat(3) });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("update" as const),
    reports: fc.uniqueArray(report, { selector: ({ number }) => number }),
  }),
  fc.record({ kind: fc.constant("row" as const), report, rev: fc.nat(4) }),
);

function rowOf({ number, agoMs, uptime }: Report, rev: number): Station {
  const time = iso(NOW - agoMs);
  const times = { last_active: time, last_online: time, last_telemetry: time, last_swapped: iso(NOW - rev) };
  const last_telemetry_data = { status: { station_uptime: uptime } };
  return sampleStation({ name: NAMES[number] ?? "", rev, ...times, last_telemetry_data, swaps_performed: number });
}

function updateOf(reports: readonly Report[]): VolatileUpdate {
  const sorted = reports.toSorted((one, other) => one.number - other.number);
  const ago = sorted.map(({ agoMs }) => agoMs);
  return {
    volatile: {
      at: iso(NOW),
      names_hash: namesHash(NAMES),
      skipped: sorted.map(({ number }, index) => number - (sorted[index - 1]?.number ?? -1) - 1),
      last_active: ago,
      last_online: ago,
      last_telemetry: ago,
      station_uptime: sorted.map(({ uptime }) => uptime),
    },
  };
}

const first = () => NAMES.map((_, number) => rowOf({ number, agoMs: 200_000, uptime: 0 }, 1));
const listOf = (rows: readonly Station[]) => Stations.of(new Map(rows.map((row) => [row.name, row])));
const changeOf = (taken: Step): StationChange =>
  taken.kind === "update" ? updateOf(taken.reports) : rowOf(taken.report, taken.rev);

function merged(steps: readonly Step[]): Stations {
  return steps.reduce((known, taken) => mergeStations(known, [changeOf(taken)]).stations, listOf(first()));
}

/** The same list, whose rows have all reports themselves. */
function mergedInRows(steps: readonly Step[]): Station[] {
  return steps.reduce((rows, taken) => {
    if (taken.kind === "row") return [...mergeStations(listOf(rows), [changeOf(taken)]).stations.values()];
    return rows.map((row, number) => {
      const reported = taken.reports.find((each) => each.number === number);
      const next = reported && rowOf(reported, row.rev);
      const isSameTime = next?.last_active === row.last_active;
      const isNewer = next && (isSameTime || (next.last_active ?? "") > (row.last_active ?? ""));
      return isNewer ? next : row;
    });
  }, first());
}

test("after any updates and rows, in any order, each station has what was reported last", () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const stations = merged(steps);
      const expected = mergedInRows(steps);
      expect([...stations.values()]).toEqual(expected);
      expect(NAMES.map((name) => stations.get(name))).toEqual(expected);
    }),
  );
});

test("stations are sorted and counted by their newest times of contact, although their rows do not have them", () => {
  fc.assert(
    fc.property(fc.array(step), fc.boolean(), (steps, sortInvert) => {
      const stations = merged(steps);
      const [rows, read] = [[...stations.rows.values()], [...stations.values()]];
      const choice = { sort: "default", sortInvert, time: "all", now: NOW } as const;
      const sorted = sortStations(rows, choice, stations.volatile);
      const names = sorted.map(({ name }) => name);
      expect(names).toEqual(sortStations(read, choice).map(({ name }) => name));
      const counted = { window: "all", now: NOW } as const;
      expect(fleetStats(rows, { ...counted, volatile: stations.volatile })).toEqual(fleetStats(read, counted));
    }),
  );
});

test("stations that need not be sorted again are still in order", () => {
  const time = fc.nat(130_000);
  fc.assert(
    fc.property(fc.array(step), fc.array(report), time, (steps, reports, laterMs) => {
      const before = merged(steps);
      const update = updateOf(reports.slice(0, 1));
      const after = mergeStations(before, [update]).stations;
      const choice = { sort: "default", sortInvert: false, time: "all", now: NOW } as const;
      const later = { ...choice, now: NOW + laterMs };
      const isAlike = isSortedAlike(
        choice,
        { now: NOW, volatile: before.volatile },
        { now: later.now, volatile: after.volatile },
      );
      const sortedBefore = sortStations([...before.values()], choice).map(({ name }) => name);
      const sortedAfter = sortStations([...after.values()], later).map(({ name }) => name);
      expect(!isAlike || sortedAfter.join() === sortedBefore.join()).toBe(true);
    }),
  );
});

test("stations that are all active now need not be sorted again", () => {
  const reportAll = (agoMs: number) => updateOf([0, 1, 2].map((number) => ({ number, agoMs, uptime: 1 })));
  const before = mergeStations(listOf(first()), [reportAll(60_000)]).stations;
  const after = mergeStations(before, [reportAll(0)]).stations;
  const at = ({ volatile }: Stations, now: number) => ({ now, volatile });
  const choice = { sort: "default", sortInvert: false, time: "all" } as const;
  expect(isSortedAlike(choice, at(before, NOW), at(after, NOW + 60_000))).toBe(true);
  expect(isSortedAlike(choice, at(before, NOW), at(before, NOW + 60_001))).toBe(false);
});

test("an update leaves the rows as they are, and stations that it does not name", () => {
  const before = listOf(first());
  const after = mergeStations(before, [updateOf([{ number: 1, agoMs: 5, uptime: 3 }])]).stations;
  expect(after.rows).toBe(before.rows);
  expect(after.get("gc-a")).toBe(before.get("gc-a"));
  expect(after.get("gc-b")).not.toBe(before.get("gc-b"));
  expect(after.get("gc-b")).toBe(after.get("gc-b"));
  const later = mergeStations(after, [updateOf([{ number: 0, agoMs: 4, uptime: 3 }])]).stations;
  expect(later.get("gc-b")).toBe(after.get("gc-b"));
  expect(before.get("gc-b")?.last_active).toBe(iso(NOW - 200_000));
});

test("a list keeps its newest fields when a station is removed", () => {
  const { stations } = mergeStations(listOf(first()), [updateOf([{ number: 1, agoMs: 5, uptime: 3 }])]);
  const after = mergeStations(stations, [{ name: "gc-a", removed: true }]).stations;
  expect([...after.keys()]).toEqual(["gc-b", "gc-c"]);
  expect(after.get("gc-b")?.last_active).toBe(iso(NOW - 5));
});
