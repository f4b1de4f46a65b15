import { expect, test } from "vitest";
import { sampleStation } from "../../test/sample-station.ts";
import { passesPositionFilters, type Comparison } from "./position-filters.ts";
import { configRows, haveSameConfigs } from "./rows.ts";
import { sampleConfig } from "../../test/sample-config.ts";

const at = (month: number) => sampleConfig({ created: `2026-0${month}-01T00:00:00.000Z` });
const station = (name: string, serial_number: string) => sampleStation({ name, serial_number });

// @spec 112.1, 112.8
test("rows keep the order of their stations, those without configuration last, the newest revision first", () => {
  const rows = configRows([
    { station: station("gc-b", "Atlas 9"), configs: [] },
    { station: station("gc-c", "Atlas 5"), configs: [at(1)] },
    { station: station("gc-a", "Atlas 2"), configs: [at(1), at(3), at(2)] },
  ]);
  expect(rows.map(({ station, config }) => [station.serial_number, config?.created])).toEqual([
    ["Atlas 5", "2026-01-01T00:00:00.000Z"],
    ["Atlas 2", "2026-03-01T00:00:00.000Z"],
    ["Atlas 2", "2026-02-01T00:00:00.000Z"],
    ["Atlas 2", "2026-01-01T00:00:00.000Z"],
    ["Atlas 9", undefined],
  ]);
});

const [row] = configRows([
  { station: sampleStation(), configs: [sampleConfig({ positions: { PadUp: 900 }, offsets: { PadUp: 5, Lost: 1 } })] },
]);
const passes = (position: string, comparison: Comparison, value: number) =>
  row !== undefined && passesPositionFilters(row, [{ position, comparison, value }]);

// @spec 199.1
test.each<[Comparison, boolean[]]>([
  ["≤", [false, true, true]],
  ["<", [false, false, true]],
  ["=", [false, true, false]],
  ["≠", [true, false, true]],
  [">", [true, false, false]],
  ["≥", [true, true, false]],
])("905 is %s 904, 905, 906: %j", (comparison, expected) => {
  expect([904, 905, 906].map((value) => passes("PadUp", comparison, value))).toEqual(expected);
});

// @spec 199.2
test("a missing position never matches", () => {
  expect([passes("Nothing", "≠", 1), passes("Lost", "≠", 7)]).toEqual([false, false]);
});

// @spec 199.3
test("all filters must match", () => {
  const filters = [
    { position: "PadUp", comparison: ">", value: 900 },
    { position: "PadUp", comparison: "<", value: 905 },
  ] as const;
  expect(row !== undefined && passesPositionFilters(row, filters)).toBe(false);
  expect(row !== undefined && passesPositionFilters(row, filters.slice(0, 1))).toBe(true);
  expect(row !== undefined && passesPositionFilters(row, [])).toBe(true);
});

test("two tables have the same configurations until a station has another revision", () => {
  const config = sampleConfig({});
  const table = (station: Partial<ReturnType<typeof sampleStation>>, configs = [config]) =>
    configRows([{ station: sampleStation(station), configs }]);
  const current = table({ rev: 1 });
  expect(haveSameConfigs(current, table({ rev: 2, last_online_status: true, description: "moved" }))).toBe(true);
  expect(haveSameConfigs(current, table({ name: "gc-z" }))).toBe(false);
  expect(haveSameConfigs(current, table({}, [{ ...config }]))).toBe(false);
  expect(haveSameConfigs(current, [...current, ...current])).toBe(false);
  expect(haveSameConfigs([], current)).toBe(false);
});
