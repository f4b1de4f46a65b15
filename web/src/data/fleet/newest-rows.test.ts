import { expect, test } from "vitest";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { NewestRows } from "./newest-rows.ts";

const NORTH = sampleStation({ name: "gc-000000000001", rev: 1 });
const SOUTH = sampleStation({ name: "gc-000000000002", rev: 2 });

test("a row is kept until a list is displayed that has it", () => {
  const rows = new NewestRows();
  rows.add([NORTH], 4);
  rows.add([SOUTH], 5);
  rows.displayed(4);
  expect([rows.of(NORTH.name), rows.of(SOUTH.name)]).toEqual([undefined, SOUTH]);
  rows.displayed(5);
  expect(rows.of(SOUTH.name)).toBeUndefined();
});

test("no row is kept when a list is displayed that was loaded without live changes", () => {
  const rows = new NewestRows();
  rows.add([NORTH, SOUTH], 4);
  rows.displayed(null);
  expect([rows.of(NORTH.name), rows.of(SOUTH.name)]).toEqual([undefined, undefined]);
});

test("only those who watch a station are notified, until they stop", () => {
  const rows = new NewestRows();
  const notified: string[] = [];
  const stop = rows.subscribe(NORTH.name, () => notified.push("one"));
  rows.subscribe(NORTH.name, () => notified.push("other"));
  rows.subscribe(SOUTH.name, () => notified.push("south"));
  rows.add([NORTH], 1);
  stop();
  rows.add([NORTH], 2);
  expect(notified).toEqual(["one", "other", "other"]);
});
