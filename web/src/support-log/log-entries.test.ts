import type { SupportLogEntry, SupportLogReply, SupportLogTag } from "@groundcrew/shared/support-log";
import { expect, test } from "vitest";
import { sampleEntry, sampleReply } from "../../../shared/test/sample-entry.ts";
import { filterOptions, filterLog, entriesByStation, findLineKey, linesByStation, logLines } from "./log-entries.ts";
import { logView, type LogView } from "./view.ts";

const tag = (name: string): SupportLogTag => {
  return {
    id: name.length,
    name,
    color: "secondary",
    alerting: false,
    canonical_id: null,
    aliases: [],
    alert_target: null,
  };
};
const reply = (id: number, overrides: Partial<SupportLogReply> = {}) => sampleReply({ id, ...overrides });
const entry = (id: number, overrides: Partial<SupportLogEntry> = {}) => sampleEntry({ id, ...overrides });
const log = [
  entry(1, { status: "incident_pending", content: "Gripper stuck", tags: [tag("motor")] }),
  entry(2, { status: "note", author: "Ola T.", station_name: "gc-0000000000bb" }),
  entry(3, {
    status: "record",
    children: [reply(4, { author: "Ola T.", content: "Belt changed", tags: [tag("belt")] })],
  }),
];
const stations = new Map([
  ["gc-0000000000aa", { serial_number: "Atlas 7", organization_name: "Harbor Air" }],
  ["gc-0000000000bb", { serial_number: "Global 2", organization_name: "Skyline Logistics" }],
]);
const findStation = (name: string) => stations.get(name);
const noFilter = logView.read({});
const filtered = (filter: Partial<LogView>) =>
  filterLog(log, { ...noFilter, ...filter }, findStation).map(({ id }) => id);

test("without a filter the log stays the same object", () => {
  expect(filterLog(log, noFilter, findStation)).toBe(log);
});

test.each<[Partial<LogView>, number[]]>([
  [{ status: ["note", "incident_pending"] }, [1, 2]],
  [{ org: "Harbor Air" }, [1, 3]],
  [{ author: "Kari N." }, [1, 3]],
  [{ author: "Ola T." }, [2, 3]],
  [{ tag: "motor" }, [1]],
  [{ tag: "belt" }, [3]],
  [{ author: "Ola T.", org: "Harbor Air" }, [3]],
  [{ tag: "unknown" }, []],
])("%j keeps the entries that match it themselves or with a reply", (filter, ids) => {
  expect(filtered(filter)).toEqual(ids);
});

test.each([
  ["gripper", [1]],
  ["#4", [3]],
  ["belt", [3]],
  ["global", [2]],
  ["skyline", [2]],
  ["gripper | belt", [1, 3]],
  ["atlas & !belt", [1]],
  ["gripper |", [1]],
])("a search for %j covers texts, numbers, tags, authors and stations", (search, ids) => {
  expect(filtered({ q: search })).toEqual(ids);
});

test("filter options are distinct and sorted", () => {
  expect(filterOptions(log, findStation)).toEqual({
    tags: ["belt", "motor"],
    authors: ["Kari N.", "Ola T."],
    organizations: ["Harbor Air", "Skyline Logistics"],
  });
});

const logEntry = (id: number, station_name: string, replies: number[] = []): SupportLogEntry =>
  sampleEntry({ id, station_name, children: replies.map((reply) => logEntry(reply, station_name)) });
const mixedLog = [logEntry(4, "gc-b"), logEntry(1, "gc-a", [7]), logEntry(3, "gc-b"), logEntry(2, "gc-a")];
const lines = logLines(entriesByStation(mixedLog));

test("stations are in the order of their first entry, entries in the order of the log", () => {
  expect(
    entriesByStation(mixedLog).map(({ station, entries }) => ({ station, ids: entries.map(({ id }) => id) })),
  ).toEqual([
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

test("a reply has the row key of its entry", () => {
  expect([4, 3, 1, 7, 2, 9].map((id) => findLineKey(mixedLog, id))).toEqual(["4", "3", "1", "1", "2", undefined]);
});
