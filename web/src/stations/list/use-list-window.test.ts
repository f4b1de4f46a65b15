import { expect, test } from "vitest";
import type { Station, GroupWithStations } from "@groundcrew/shared/stations";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { listItems } from "./use-list-window.ts";

const group = (key: string, names: string[]): GroupWithStations<Station> => ({
  key,
  label: key,
  stations: names.map((name) => sampleStation({ name })),
});
const keys = (groups: GroupWithStations<Station>[], closed: string[] = []) =>
  listItems(groups, new Set(closed)).map(({ key }) => key);

test("ungrouped stations have no heading", () => {
  expect(keys([group("", ["gc-a", "gc-b"])])).toEqual(["gc-a", "gc-b"]);
});

// @spec 48.1
test("each group starts with its heading, and a closed one is only its heading", () => {
  const groups = [group("A", ["gc-a", "gc-b"]), group("B", ["gc-c"])];
  expect(keys(groups)).toEqual(["group A", "gc-a", "gc-b", "group B", "gc-c"]);
  expect(keys(groups, ["A"])).toEqual(["group A", "group B", "gc-c"]);
});

test("a station's position counts those in closed groups too", () => {
  const items = listItems([group("A", ["gc-a", "gc-b"]), group("B", ["gc-c"])], new Set(["A"]));
  expect(items.at(-1)).toMatchObject({ kind: "station", position: 3 });
});
