import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { expect, test } from "vitest";
import * as fc from "fast-check";
import { inHeldOrder, movedCount } from "./held-order.ts";

test.each<[string, string, string, number]>([
  ["nothing", "abcd", "abcd", 0],
  ["one row that moves to the top", "abcd", "dabc", 1],
  ["two rows that change places", "abcd", "bacd", 1],
  ["the whole list reversed", "abcd", "dcba", 3],
  ["a row that appears", "abc", "axbc", 1],
  ["a row that disappears", "abc", "ac", 1],
  ["a row that takes the place of another", "abc", "axc", 2],
])("counts %s", (_, displayed, current, count) => {
  expect(movedCount(displayed.split(""), current.split(""))).toBe(count);
});

test("nothing would move exactly when both are the same", () => {
  const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
  fc.assert(
    fc.property(names, names, (one, other) => {
      expect(movedCount(one, other) === 0).toBe(one.join() === other.join());
    }),
  );
});

test("held rows show their current content, without those that have gone", () => {
  const stations = [sampleStation({ name: "gc-a", rev: 2 }), sampleStation({ name: "gc-c", rev: 1 })];
  const current = new Map(stations.map((station) => [station.name, station]));
  expect(inHeldOrder(["gc-c", "gc-b", "gc-a"], current).map(({ name, rev }) => [name, rev])).toEqual([
    ["gc-c", 1],
    ["gc-a", 2],
  ]);
});
