import type { SupportLogEntry } from "@groundcrew/shared/support-log";
import { expect, test } from "vitest";
import { sampleEntry } from "../../../shared/test/sample-entry.ts";
import { logView } from "./view.ts";
import { errorRequests, filterText, pageEstimate, printChunks } from "./printout.ts";

const entry = (id: number, overrides: Partial<SupportLogEntry> = {}): SupportLogEntry =>
  sampleEntry({ id, station_name: `gc-${id % 2}`, ...overrides });
const log = (count: number, overrides: Partial<SupportLogEntry> = {}) =>
  Array.from({ length: count }, (_, id) => entry(id + 1, overrides));

test("a log is printed in chunks without losing entries, and a station's entries stay together", () => {
  const chunks = printChunks(log(120));
  expect(chunks.map((chunk) => chunk.length)).toEqual([50, 50, 20]);
  const stations = chunks.flat().map(({ station_name }) => station_name);
  expect(stations).toEqual(stations.toSorted().toReversed());
  expect(new Set(chunks.flat().map(({ id }) => id)).size).toBe(120);
  expect(printChunks([])).toEqual([]);
});

test("errors are requested for entries and replies that have some, at most a hundred at once", () => {
  const reply = entry(900, { attached_errors: [1] });
  expect(errorRequests([entry(1), entry(2, { children: [reply] }), entry(3, { attached_errors: [2, 3] })])).toEqual([
    [900, 3],
  ]);
  expect(errorRequests(log(101, { attached_errors: [1] })).map((ids) => ids.length)).toEqual([100, 1]);
  expect(errorRequests(log(3))).toEqual([]);
});

test("a longer log takes more pages, and so do long texts and errors", () => {
  expect(pageEstimate([])).toBe(0);
  expect(pageEstimate(log(1))).toBe(1);
  expect(pageEstimate(log(5_000))).toBeGreaterThan(pageEstimate(log(500)) * 9);
  expect(pageEstimate(log(50, { content: "x".repeat(2_000) }))).toBeGreaterThan(pageEstimate(log(50)));
  expect(pageEstimate(log(50, { attached_errors: [1, 2, 3, 4] }))).toBeGreaterThan(pageEstimate(log(50)));
});

test("a printout contains its filter", () => {
  const view = logView.read({});
  expect(filterText(view)).toBe("All entries");
  expect(filterText({ ...view, t: "week", status: ["incident_pending", "record"], tag: "motor", q: "belt" })).toBe(
    "Time: Week · Status: Pending, Record · Tag: motor · Search: belt",
  );
});
