import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mergeStations } from "./merge.ts";
import { Stations } from "../stations.ts";
import { sampleStation } from "../../../test/sample-station.ts";

const station = (name: string, rev: number) => sampleStation({ name, rev });
const known = Stations.of(new Map([station("gc-a", 1), station("gc-b", 1)].map((station) => [station.name, station])));

test("a change replaces only its own station", () => {
  const changed = station("gc-b", 2);
  const merged = mergeStations(known, [changed, station("gc-a", 1)]).stations;
  expect(merged.get("gc-b")).toBe(changed);
  expect(merged.get("gc-a")).toBe(known.get("gc-a"));
});

test("a removed station is dropped", () => {
  expect([...mergeStations(known, [{ name: "gc-a", removed: true }]).stations.keys()]).toEqual(["gc-b"]);
});

test("a merge without changes returns the same map", () => {
  expect(mergeStations(known, []).stations).toBe(known);
  expect(mergeStations(known, [station("gc-a", 1), { name: "gc-z", removed: true }]).stations).toBe(known);
});

test("merging the same changes twice changes nothing", () => {
  const name = fc.constantFrom("gc-a", "gc-b", "gc-c");
  const change = fc.oneof(
    fc.tuple(name, fc.nat(3)).map(([name, rev]) => station(name, rev)),
    name.map((name) => ({ name, removed: true as const })),
  );
  fc.assert(
    fc.property(fc.uniqueArray(change, { selector: (station) => station.name }), (changes) => {
      const once = mergeStations(known, changes).stations;
      expect(mergeStations(once, changes).stations).toBe(once);
    }),
  );
});
