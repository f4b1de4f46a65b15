import type { SupportLogEntry } from "@groundcrew/shared/support-log";
import { expect, test } from "vitest";
import { sampleEntry } from "../../../shared/test/sample-entry.ts";
import { entriesByStation, keyOfEntry, linesByStation, logLines } from "./grouped.ts";

const entry = (id: number, station_name: string, replies: number[] = []): SupportLogEntry =>
  sampleEntry({ id, station_name, children: replies.map((reply) => entry(reply, station_name)) });
const log = [entry(4, "gc-b"), entry(1, "gc-a", [7]), entry(3, "gc-b"), entry(2, "gc-a")];
const lines = logLines(entriesByStation(log));

test("stations are in the order of their first entry, entries in the order of the log", () => {
  expect(entriesByStation(log).map(({ station, entries }) => ({ station, ids: entries.map(({ id }) => id) }))).toEqual([
    { station: "gc-b", ids: [4, 3] },
    { station: "gc-a", ids: [1, 2] },
  ]);
});

test("each station is a line above the lines of its entries, of which the last is marked", () => {
  expect(lines.map((line) => (line.kind === "station" ? line.count : [line.key, line.isLast]))).toEqual([
    2,
    ["4", false],
    ["3", true],
    2,
    ["1", false],
    ["2", true],
  ]);
});

test("no two lines share a key", () => {
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
});

test("lines of a log are grouped by station, even where lines between them are missing", () => {
  const visible = lines.filter((_, index) => index === 0 || index > 3);
  expect(linesByStation(visible).map(({ station, lines }) => [station, lines.length])).toEqual([
    ["gc-b", 1],
    ["gc-a", 2],
  ]);
});

test("a reply is in the line of its entry", () => {
  expect([4, 3, 1, 7, 2, 9].map((id) => keyOfEntry(log, id))).toEqual(["4", "3", "1", "1", "2", undefined]);
});
