import { expect, test } from "vitest";
import { entryInHash, supportLogPlace, supportLogQuery, supportLogView } from "./place.ts";

test.each([
  ["", "entries"],
  ["entries", "entries"],
  ["entries/", "entries"],
  ["triage", "triage"],
  ["tags", "tags"],
  ["nothing", null],
  ["tags/1", null],
])("%j below the area leads to %j", (path, place) => {
  expect(supportLogPlace(path)).toBe(place);
});

test("an address holds only what differs from the usual view, and is read back", () => {
  expect(supportLogQuery({ time: "all", isWhole: false })).toEqual({});
  for (const time of ["all", "week"] as const) {
    for (const isWhole of [true, false]) {
      expect(supportLogView(supportLogQuery({ time, isWhole }))).toEqual({ time, isWhole });
    }
  }
  expect(supportLogView({ "supportlog-t": "fortnight", "supportlog-all": "yes" })).toEqual({
    time: "all",
    isWhole: false,
  });
});

test.each([
  ["#12", 12],
  ["12", 12],
  ["", null],
  ["#top", null],
  ["#12a", null],
  ["#-1", null],
])("the hash %j leads to %j", (hash, entry) => {
  expect(entryInHash(hash)).toBe(entry);
});
