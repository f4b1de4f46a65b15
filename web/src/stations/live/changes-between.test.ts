import { expect, test } from "vitest";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { changesBetween } from "./changes-between.ts";

const list = (...stations: ReturnType<typeof sampleStation>[]) =>
  new Map(stations.map((station) => [station.name, station]));
const withErrors = (name: string, rev: number, errors_unresolved: number) =>
  sampleStation({ name, rev, support_metrics: { errors_unresolved, error_latest: null } });

test("stations with another revision, new ones and those that left have changed", () => {
  const before = list(
    sampleStation({ name: "gc-a", rev: 1 }),
    sampleStation({ name: "gc-b", rev: 1 }),
    sampleStation({ name: "gc-c", rev: 1 }),
  );
  const after = list(
    sampleStation({ name: "gc-a", rev: 2 }),
    sampleStation({ name: "gc-b", rev: 1 }),
    sampleStation({ name: "gc-d", rev: 1 }),
  );
  expect(changesBetween(before, after).names).toEqual(["gc-a", "gc-d", "gc-c"]);
});

test("new errors are counted, resolved ones and those of stations that were not known are not", () => {
  const before = list(withErrors("gc-a", 1, 2), withErrors("gc-b", 1, 5));
  const after = list(withErrors("gc-a", 2, 4), withErrors("gc-b", 2, 0), withErrors("gc-c", 1, 7));
  expect(changesBetween(before, after).errors).toBe(2);
});
