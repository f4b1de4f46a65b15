import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleReadiness, sampleReason } from "../../../test/sample-readiness.ts";
import { sampleStation } from "../../../test/sample-station.ts";
import { readinessState, type RowReadiness } from "../../readiness/index.ts";
import type { Station } from "../station.ts";
import { groupStations } from "./groups.ts";
import { countReadiness, pressReadiness, readinessPart, readinessStates, withReadiness } from "./readiness.ts";
import { sortStations } from "./sorts.ts";

const day = (n: number) => `2026-05-${String(n).padStart(2, "0")}T00:00:00.000Z`;

/** One station of each kind, and since when (day of May). */
const kinds = {
  blocked: [sampleReadiness({ state: "not_ready", reasons: [sampleReason("no_battery", "block")] }), 9],
  "blocked longer": [sampleReadiness({ state: "not_ready", reasons: [sampleReason("stopped", "block")] }), 8],
  limited: [sampleReadiness({ state: "limited", reasons: [sampleReason("door_open", "limit")] }), 7],
  offline: [sampleReadiness({ state: "unknown", reasons: [sampleReason("offline", "unknown")] }), 6],
  maintained: [sampleReadiness({ state: "not_ready", reasons: [sampleReason("maintenance", "maintenance")] }), 1],
  busy: [sampleReadiness({ reasons: [sampleReason("busy", "info")] }), 5],
  ready: [sampleReadiness(), 4],
} as const satisfies Record<string, [RowReadiness, number]>;

const stations: Station[] = [
  sampleStation({ name: "retired" }),
  ...Object.entries(kinds)
    .map(([name, [readiness, since]]) => sampleStation({ name, readiness: { ...readiness, since: day(since) } }))
    .toReversed(),
];
const names = (list: readonly Station[]) => list.map(({ name }) => name);
const choice = { sort: "readiness", sortInvert: false, time: "all", now: 0 } as const;
const sorted = sortStations(stations, choice);

// @spec R1.21
test("sorted by readiness, those that are not ready are first, then those in them for longest, and retired ones last", () => {
  const order = ["blocked longer", "blocked", "limited", "offline", "maintained", "ready", "busy"];
  expect(names(sorted)).toEqual([...order, "retired"]);
  expect(names(sortStations(stations, { ...choice, sortInvert: true }))).toEqual([...order.toReversed(), "retired"]);
});

test("groups by readiness are from worst to best, with maintenance apart", () => {
  const groups = groupStations(sorted, "readiness");
  expect(groups.map(({ label, stations: some }) => [label, names(some)])).toEqual([
    ["Not ready", ["blocked longer", "blocked"]],
    ["Limited", ["limited"]],
    ["Unknown", ["offline"]],
    ["In maintenance", ["maintained"]],
    ["Ready", ["ready", "busy"]],
    ["Not evaluated", ["retired"]],
  ]);
});

test("groups by main reason are in the order of reasons, those about what is not known later; Info is no reason", () => {
  const groups = groupStations(sorted, "reason");
  expect(groups.map(({ label, stations: some }) => [label, names(some)])).toEqual([
    ["Stopped", ["blocked longer"]],
    ["No charged battery", ["blocked"]],
    ["Door open", ["limited"]],
    ["Offline", ["offline"]],
    ["In maintenance", ["maintained"]],
    ["Ready", ["ready", "busy"]],
    ["Not evaluated", ["retired"]],
  ]);
});

// @spec R1.2
test("a station in maintenance is not one of those that are not ready", () => {
  expect(countReadiness(stations)).toEqual({ not_ready: 2, limited: 1, unknown: 1, maintenance: 1, ready: 2 });
  expect(names(withReadiness(sorted, ["not_ready"]))).toEqual(["blocked longer", "blocked"]);
  expect(names(withReadiness(sorted, ["limited", "unknown"]))).toEqual(["limited", "offline"]);
  expect(withReadiness(sorted, [])).toBe(sorted);
});

// @spec R1.20
test("as many stations are listed as are counted", () => {
  const readiness = fc.option(
    fc.record({ state: fc.constantFrom(...readinessState.options), isMaintained: fc.boolean() }).map((parts) => {
      const { state, isMaintained } = parts;
      return sampleReadiness({ state, reasons: isMaintained ? [sampleReason("maintenance", "maintenance")] : [] });
    }),
  );
  fc.assert(
    fc.property(fc.array(readiness), (list) => {
      const some = list.map((one) => sampleStation({ readiness: one }));
      const counts = countReadiness(some);
      for (const state of readinessStates) expect(withReadiness(some, [state]).length).toBe(counts[state]);
      const parts = some.filter((station) => readinessPart(station) !== null);
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(parts.length);
    }),
  );
});

test.each([
  [[], "limited", false, ["limited"]],
  [["limited"], "limited", false, []],
  [["not_ready", "limited"], "limited", false, ["limited"]],
  [["limited"], "not_ready", true, ["not_ready", "limited"]],
  [["not_ready", "limited"], "limited", true, ["not_ready"]],
  [["limited"], "limited", true, []],
] as const)("with %j chosen, a press on %s that adds: %s chooses %j", (chosen, pressed, adds, expected) => {
  expect(pressReadiness(chosen, pressed, { adds })).toEqual(expected);
});
