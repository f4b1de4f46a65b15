import * as fc from "fast-check";
import { expect, test } from "vitest";
import { defaultBrand } from "@groundcrew/shared/brand";
import {
  defaultViewSettings,
  stationSort,
  type Station,
  type ViewSettings,
  ssotView,
} from "@groundcrew/shared/stations";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { filtered, incrementalSort, viewSentence } from "./matching.ts";
import { stationSearch } from "./station-search.ts";

const now = Date.parse("2026-03-01T12:00:00.000Z");
const byName = (stations: readonly Station[]) => new Map(stations.map((station) => [station.name, station]));

const stations = byName([
  sampleStation({ name: "gc-aaaaaaaaaaaa", serial_number: "Atlas 0001", last_active: "2026-03-01T11:49:00.000Z" }),
  sampleStation({ name: "gc-bbbbbbbbbbbb", serial_number: "Atlas 0002", last_active: "2026-03-01T11:59:30.000Z" }),
  sampleStation({ name: "gc-cccccccccccc", serial_number: "Uni-0003", station_type: "universal" }),
  sampleStation({ name: "gc-dddddddddddd", serial_number: "Atlas 0004", actual: false }),
]);

function serials(changes: Partial<ViewSettings>): string[] {
  const settings = { ...defaultViewSettings, ...changes };
  const matching = filtered(incrementalSort()({ stations, choice: { ...settings, now }, volatile: null }), settings, {
    now,
    brand: defaultBrand,
  });
  return stationSearch()
    .searched(matching, settings.q)
    .map((station) => station.serial_number);
}

// @spec 314.3
test("the list opens with actual atlas stations, the most recently active first", () => {
  expect(serials({})).toEqual(["Atlas 0002", "Atlas 0001"]);
});

test("a search finds what a station's fields say now", () => {
  const { searched, prepare } = stationSearch();
  const before = sampleStation({ name: "gc-aaaaaaaaaaaa", description: "at the harbor" });
  prepare(before);
  const newer = { ...before, last_active: "2026-03-01T11:59:30.000Z" };
  const edited = { ...before, description: "at the yard" };
  expect(searched([newer], "harbor")).toEqual([newer]);
  expect(searched([edited], "harbor")).toEqual([]);
  expect(searched([edited], "yard")).toEqual([edited]);
});

// @spec 9.1
test("search narrows the list, and a separator at the end is ignored until its term is typed", () => {
  expect(serials({ q: "0001" })).toEqual(["Atlas 0001"]);
  expect(serials({ q: "0001 |" })).toEqual(["Atlas 0001"]);
  expect(serials({ q: "0001 | 0002" })).toEqual(["Atlas 0002", "Atlas 0001"]);
  expect(serials({ q: "!" })).toEqual([]);
});

test("the list stays the same object until a station, the order or the settings change", () => {
  const sort = incrementalSort();
  const choice = { ...defaultViewSettings, now };
  const volatile = null;
  const sorted = sort({ stations, choice, volatile });
  const reversed = new Map([...stations].toReversed());
  expect(sort({ stations: reversed, choice: { ...choice, now: now + 1 }, volatile })).toBe(sorted);
  expect(sort({ stations: reversed, choice: { ...choice, now: now + 2 }, volatile })).toBe(sorted);
  const changed = sampleStation({ ...sorted[0], rev: 2 });
  const edited = new Map([...stations, [changed.name, changed]]);
  expect(sort({ stations: edited, choice, volatile })[0]).toBe(changed);
});

const fleet = fc
  .array(
    fc.record({
      name: fc.constantFrom("gc-a", "gc-b", "gc-c", "gc-d", "gc-e"),
      serial_number: fc.constantFrom("", "Atlas 9", "Atlas 10", "Ätlas"),
      swaps_performed: fc.nat(2),
      last_active: fc.option(fc.nat(180_000).map((ms) => new Date(now - ms).toISOString())),
    }),
  )
  .map((all) => byName(all.map(sampleStation)));
const sortSettings = fc.record({ sort: fc.constantFrom(...stationSort.options), sortInvert: fc.boolean() });

test("a fleet is sorted the same way, whatever was sorted before, and however much time has passed", () => {
  const later = fc.array(fc.nat(120_000), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fleet, sortSettings, later), { minLength: 1 }), (fleets) => {
      const sort = incrementalSort();
      for (const [stations, settings, delays] of fleets) {
        for (const delay of delays) {
          const choice = { ...settings, time: "all" as const, now: now + delay };
          const next = { stations, choice, volatile: null };
          expect(sort(next)).toEqual(incrementalSort()(next));
        }
      }
    }),
  );
});

test("the result of a change of search, sort, group or time is one sentence", () => {
  expect(viewSentence(1, defaultViewSettings)).toBe("1 station");
  expect(
    viewSentence(1_234, { ...defaultViewSettings, sort: "serial_number", group: "organization", time: "week" }),
  ).toBe("1,234 stations, sorted by Serial Number, ascending, grouped by Organization, time: Week");
  expect(viewSentence(2, { ...defaultViewSettings, sortInvert: true })).toBe(
    "2 stations, sorted by Default, ascending",
  );
});

test("a table sorted by a column names that column and its order, not the sort chosen in the menu", () => {
  const heading = { label: "Swaps (Year)", isDescending: true };
  expect(viewSentence(36, ssotView.read({}), { defaults: ssotView.read({}) })).toBe("36 stations");
  expect(viewSentence(36, ssotView.read({}), { defaults: ssotView.read({}), heading })).toBe(
    "36 stations, sorted by Swaps (Year), descending",
  );
  const byTemperature = { ...ssotView.read({}), sort: "temperature" as const };
  expect(viewSentence(1, byTemperature, { defaults: ssotView.read({}) })).toBe(
    "1 station, sorted by Temperature, ascending",
  );
});
