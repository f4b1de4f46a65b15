import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleStation } from "../../../test/sample-station.ts";
import { keyComparison } from "./sort-rows.ts";
import { columnsOf, sortStations, stationSortLabels, type SortChoice } from "./sorts.ts";
import type { Station } from "../station.ts";
import { stationSort, type StationSort } from "./view-settings.ts";

const now = Date.parse("2026-06-01T12:00:00.000Z");
const day = (n: number) => `2026-05-${String(n).padStart(2, "0")}T00:00:00.000Z`;
const choice = (sort: StationSort, more: Partial<SortChoice> = {}): SortChoice => ({
  sort,
  sortInvert: false,
  time: "all",
  now,
  ...more,
});
const named = (name: string, differences: Partial<Station>) => sampleStation({ name, ...differences });
const metrics = (pending_urgent: number, needs_action: number, pending: number) => ({
  errors_unresolved: 0,
  error_latest: null,
  supportlog: {
    incident_pending_urgent: pending_urgent,
    incident_needs_action: needs_action,
    incident_pending: pending,
  },
});
const status = (values: { internal_temperature?: number; station_uptime?: number }) => ({
  last_telemetry_data: { status: values },
});
const firmware = (version: string) => ({ last_telemetry_data: { firmware_version: [{ version }, { version: "99" }] } });

const cases: [StationSort, string, [Partial<Station>, Partial<Station>]][] = [
  ["default", "the later active", [{ last_active: day(2) }, { last_active: day(1), swaps_performed: 9 }]],
  [
    "default",
    "at equal activity the later swapped",
    [
      { last_active: day(1), last_swapped: day(2) },
      { last_active: day(1), last_swapped: day(1), last_online: day(9) },
    ],
  ],
  ["default", "then the later online", [{ last_online: day(2) }, { last_online: day(1), swaps_performed: 9 }]],
  ["default", "then the one with more swaps", [{ swaps_performed: 2 }, { swaps_performed: 1 }]],
  ["default", "a station ever active", [{ last_active: day(1) }, { last_swapped: day(9) }]],
  ["serial_number", "the lower number", [{ serial_number: "Atlas 9" }, { serial_number: "Atlas 10" }]],
  ["description", "the letter earlier in the alphabet", [{ description: "alpha" }, { description: "Beta" }]],
  ["description", "the one with a description", [{ description: "zulu" }, { description: "" }]],
  ["swaps", "the one with more", [{ swaps_performed: 11 }, { swaps_performed: 9 }]],
  ["temperature", "the hotter", [status({ internal_temperature: 90 }), status({ internal_temperature: 89.5 })]],
  ["temperature", "the one with a reading", [status({ internal_temperature: -10 }), {}]],
  ["version", "the newer", [{ version_api: "1.10" }, { version_api: "1.9" }]],
  ["uptime", "the longer", [status({ station_uptime: 61 }), status({ station_uptime: 60 })]],
  ["firmware_version", "the newer first entry", [firmware("2.10"), firmware("2.9")]],
  ["unresolved", "the more urgent", [{ support_metrics: metrics(1, 0, 0) }, { support_metrics: metrics(0, 9, 9) }]],
  [
    "unresolved",
    "then more needs-action",
    [{ support_metrics: metrics(1, 2, 0) }, { support_metrics: metrics(1, 1, 9) }],
  ],
  ["unresolved", "then more pending", [{ support_metrics: metrics(1, 2, 4) }, { support_metrics: metrics(1, 2, 3) }]],
  [
    "unresolved",
    "then more unresolved errors",
    [{ support_metrics: { ...metrics(1, 2, 3), errors_unresolved: 2 } }, { support_metrics: metrics(1, 2, 3) }],
  ],
  [
    "unresolved",
    "without incidents, more unresolved errors",
    [
      { support_metrics: { errors_unresolved: 2, error_latest: null } },
      { support_metrics: { errors_unresolved: 1, error_latest: null } },
    ],
  ],
  [
    "last_error",
    "the more recent",
    [
      { support_metrics: { errors_unresolved: 1, error_latest: day(2) } },
      { support_metrics: { errors_unresolved: 1, error_latest: day(1) } },
    ],
  ],
];

// @spec 312.1, 312.2, 312.3
test.each(cases)("sorted by %s, %s comes first", (sort, _, [first, second]) => {
  const stations = [named("gc-a", second), named("gc-b", first)];
  expect(sortStations(stations, choice(sort)).map((station) => station.name)).toEqual(["gc-b", "gc-a"]);
});

test("by default stations that are active now are equally recent: the later swapped comes first", () => {
  const seconds = (ago: number) => new Date(now - ago * 1_000).toISOString();
  const quiet = named("gc-a", { last_active: seconds(1), last_online: seconds(1), last_swapped: day(1) });
  const busy = named("gc-b", { last_active: seconds(120), last_online: seconds(30), last_swapped: day(2) });
  const late = named("gc-c", { last_active: seconds(121), last_online: seconds(1), last_swapped: day(3) });
  const twin = named("gc-d", { ...quiet, name: "gc-d", last_active: seconds(9), last_online: seconds(9) });
  const order = sortStations([late, twin, quiet, busy], choice("default"));
  expect(order.map((station) => station.name)).toEqual(["gc-b", "gc-a", "gc-d", "gc-c"]);
});

test("swaps are those of the selected time", () => {
  const busyLongAgo = named("gc-a", { swaps_performed: 100, swaps_week: 100 });
  const busyNow = named("gc-b", { swaps_performed: 50, swaps_week: 0 });
  const unknown = named("gc-c", { swaps_performed: 500, swaps_week: null });
  const order = sortStations([unknown, busyLongAgo, busyNow], choice("swaps", { time: "week" }));
  expect(order).toEqual([busyNow, busyLongAgo, unknown]);
});

test("stations without the value come last in both directions", () => {
  const hot = named("gc-a", status({ internal_temperature: 90 }));
  const cold = named("gc-b", status({ internal_temperature: 50 }));
  const silent = named("gc-c", {});
  expect(sortStations([silent, cold, hot], choice("temperature"))).toEqual([hot, cold, silent]);
  expect(sortStations([silent, cold, hot], choice("temperature", { sortInvert: true }))).toEqual([cold, hot, silent]);
});

const fleet = fc.uniqueArray(
  fc
    .record({
      name: fc.string({ unit: fc.constantFrom("a", "b", "0"), minLength: 1, maxLength: 4 }),
      serial_number: fc.constantFrom("Atlas 1", "Atlas 2", "atlas 1", ""),
      description: fc.constantFrom("", "a", "A", "b"),
      version_api: fc.constantFrom("1.9", "1.10", ""),
      swaps_performed: fc.nat(3),
      last_active: fc.constantFrom(null, day(1), day(2)),
    })
    .map((differences) => sampleStation(differences)),
  { selector: (station) => station.name },
);

// @spec 312.2
test.each(stationSort.options)("sorted by %s, the result does not depend on the input order", (sort) => {
  fc.assert(
    fc.property(fleet, fc.boolean(), (stations, sortInvert) => {
      const sorted = sortStations(stations, choice(sort, { sortInvert }));
      expect(sortStations(stations.toReversed(), choice(sort, { sortInvert }))).toEqual(sorted);
      expect(sortStations(sorted, choice(sort, { sortInvert }))).toEqual(sorted);
      expect(new Set(sorted)).toEqual(new Set(stations));
    }),
  );
});

test("inverting reverses the stations that have a value", () => {
  fc.assert(
    fc.property(fleet, (stations) => {
      const known = stations.filter((station) => station.version_api !== "");
      const forward = sortStations(known, choice("version"));
      expect(sortStations(known, choice("version", { sortInvert: true }))).toEqual(forward.toReversed());
    }),
  );
});

// @spec 46.1, 312.1
test("the Sort menu offers the specification's sorts in its order", () => {
  expect(stationSort.options.map((sort) => stationSortLabels[sort])).toEqual([
    "Default",
    "Serial Number",
    "Description",
    "Swaps",
    "Temperature",
    "Version",
    "Uptime",
    "Firmware Version",
    "Unresolved",
    "Last Error",
    "Readiness",
    "Site",
  ]);
});

test("keys are compared in the order in which stations are sorted", () => {
  const time = fc.option(fc.integer({ min: 1, max: 4 }).map(day));
  const station = fc.record({
    last_active: time,
    last_swapped: time,
    last_online: time,
    swaps_performed: fc.integer({ min: 0, max: 2 }),
    serial_number: fc.constantFrom("", "Atlas 9", "atlas 09", "Atlas 10", "Ä"),
    version_api: fc.constantFrom("", "1.9", "1.10"),
    site_name: fc.constantFrom("Doca", "doca", "Yard"),
  });
  const choices = fc.record({ sort: fc.constantFrom(...stationSort.options), sortInvert: fc.boolean() });
  fc.assert(
    fc.property(fc.array(station, { maxLength: 30 }), choices, (differences, { sort, sortInvert }) => {
      const stations = differences.map((one, index) => named(`gc-${index}`, one));
      const columns = columnsOf({ sort, time: "all", now });
      const keys = stations.map((one) => ({ name: one.name, values: columns.map(({ value }) => value(one)) }));
      const sorted = keys.toSorted(keyComparison(columns, sortInvert)).map(({ name }) => name);
      expect(sorted).toEqual(sortStations(stations, choice(sort, { sortInvert })).map(({ name }) => name));
    }),
  );
});
