import type { SupportLogEntry } from "@groundcrew/shared/support-log";
import { expect, test } from "vitest";
import { entriesByStation, firstEntries, placeOfEntry } from "./grouped.ts";

const entry = (id: number, station_name: string, replies: number[] = []): SupportLogEntry => ({
  id,
  station_name,
  author: "Kari N.",
  status: "note",
  created: "2026-05-01T00:00:00.000Z",
  content: "Seen",
  public: false,
  tags: [],
  attached_errors: [],
  alerts: [],
  children: replies.map((reply) => entry(reply, station_name)),
});
const groups = entriesByStation([entry(4, "gc-b"), entry(1, "gc-a", [7]), entry(3, "gc-b"), entry(2, "gc-a")]);
const ids = (of: typeof groups) => of.map(({ station, entries }) => [station, ...entries.map(({ id }) => id)]);

test("stations stand in the order of their first entry, entries in the order of the log", () => {
  expect(ids(groups)).toEqual([
    ["gc-b", 4, 3],
    ["gc-a", 1, 2],
  ]);
});

test("the beginning of a log ends within a station", () => {
  expect(ids(firstEntries(groups, 3))).toEqual([
    ["gc-b", 4, 3],
    ["gc-a", 1],
  ]);
  expect(firstEntries(groups, 0)).toEqual([]);
  expect(firstEntries(groups, 9)).toEqual(groups);
});

test("a reply is where its entry is", () => {
  expect([4, 3, 1, 7, 2, 9].map((id) => placeOfEntry(groups, id))).toEqual([0, 1, 2, 2, 3, -1]);
});
