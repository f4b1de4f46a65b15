import { expect, test } from "vitest";
import { builtInStationTypes } from "./built-in.ts";
import { stationTypes, type StationTypeMetadata } from "./metadata.ts";

const types = Object.entries(builtInStationTypes);

// @spec 162.3
test("the built-in metadata matches its schema and has all three types", () => {
  expect(stationTypes.parse(builtInStationTypes)).toEqual(builtInStationTypes);
});

// @spec 162.4, 210.1, 318.1
test.each([
  ["atlas", 8, "Atlas 0000"],
  ["universal", 6, "Uni-0000"],
  ["global", 6, "hexGlobal-00"],
] as const)("%s has %i batteries and serial numbers like %s", (type, batterySlots, serialFormat) => {
  const { battery_slots, serial_format } = builtInStationTypes[type];
  expect([battery_slots, serial_format]).toEqual([batterySlots, serialFormat]);
});

// @spec 162.2
test.each(types)("the categories of %s contain known positions, each at most once", (_, metadata) => {
  const names = metadata.positions.map(({ name }) => name);
  const categorized = metadata.positions_categories.flatMap(({ entries }) => entries);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(categorized).size).toBe(categorized.length);
  expect(categorized.filter((name) => !names.includes(name))).toEqual([]);
  expect(names).toContain("BattX");
});

// @spec 160.2, 162.3
test.each(types)("the unit configs of %s are numbered from 1", (_, { unit_configs }: StationTypeMetadata) => {
  expect(Object.keys(unit_configs).every((key) => Number.isInteger(Number(key)) && Number(key) >= 1)).toBe(true);
});
