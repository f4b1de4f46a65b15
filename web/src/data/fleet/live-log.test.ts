import { expect, test } from "vitest";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { lacking, withChanges, withPosition, type LiveChanges, type LiveLog } from "./live-log.ts";

const S = 1_000;

function changes(sinceMs: number, atMs: number, differences: Partial<LiveChanges> = {}): LiveChanges {
  const row = sampleStation({ name: "gc-a", rev: atMs });
  return { sinceMs, atMs, parts: [], changes: [row], revisionsHash: null, bytes: 100, ...differences };
}
const position = (atMs: number, isGap = false) => ({ atMs, parts: [], isGap });

/** The times of what a list lacks; null if something may be missing. */
function lackedTimes(log: LiveLog, atMs: number, seq: number | null = null) {
  return lacking(log, { parts: [], atMs, seq })?.map((entry) => entry.atMs) ?? null;
}

const log = withChanges(withChanges(withPosition([], position(10), 0), changes(10, 20), 0), changes(20, 30), 0);

test.each([
  ["a list from when the stream began", 10, [10, 20, 30]],
  ["one that is older", 9, null],
  ["one from between two changes", 15, [20, 30]],
  ["one from the time of a change, which may have been made just before it", 20, [20, 30]],
  ["one that is newer than all changes", 31, []],
])("a list that was just loaded lacks the changes since: %s", (_, atMs, expected) => {
  expect(lackedTimes(log, atMs)).toEqual(expected);
});

test("a list to which changes were applied lacks those after the last one, whatever their times", () => {
  const [first, second, third] = log.map(({ seq }) => seq);
  expect(lackedTimes(log, 30, third)).toEqual([]);
  expect(lackedTimes(log, 30, second)).toEqual([30]);
  expect(lackedTimes(log, 30, first)).toEqual([20, 30]);
});

test("no list can do without what came before a gap", () => {
  const lastSeq = log.at(-1)?.seq ?? 0;
  const afterGap = withChanges(log, changes(40, 50), 0);
  expect(lackedTimes(afterGap, 30, lastSeq)).toBeNull();
  expect(lackedTimes(afterGap, 40)).toEqual([50]);
  expect(lackedTimes(withPosition(log, position(31), 0), 30, lastSeq)).toBeNull();
  expect(lackedTimes(withPosition(log, position(30, true), 0), 30, lastSeq)).toEqual([30]);
});

test("a stream that continues from where another one ended leaves no gap", () => {
  const lastSeq = log.at(-1)?.seq ?? 0;
  const continued = withChanges(withPosition(log, position(30), 0), changes(30, 40), 0);
  expect(lackedTimes(continued, 30, lastSeq)).toEqual([30, 40]);
  expect(lackedTimes(continued, 15)).toEqual([20, 30, 30, 40]);
});

test("a list can use changes only from when they have its parts", () => {
  const withConfig = withChanges(log, changes(30, 40, { parts: ["config"] }), 0);
  const configList = (atMs: number) => lacking(withConfig, { parts: ["config"], atMs, seq: null });
  expect(configList(29)).toBeNull();
  expect(configList(30)).toHaveLength(1);
  expect(lackedTimes(withConfig, 15)).toEqual([20, 30, 40]);
  const without = withChanges(withConfig, changes(40, 50), 0);
  expect(lacking(without, { parts: ["config"], atMs: 40, seq: null })).toBeNull();
  expect(lacking(without, { parts: ["config"], atMs: 40, seq: withConfig.at(-1)?.seq ?? null })).toBeNull();
});

test("an empty log has nothing for any list", () => {
  expect(lackedTimes([], 0)).toBeNull();
});

test("changes are kept for a minute", () => {
  let log = withChanges([], changes(0, 10), 0);
  log = withChanges(log, changes(10, 20), 60 * S);
  expect(lackedTimes(log, 0)).toEqual([10, 20]);
  log = withChanges(log, changes(20, 30), 60 * S + 1);
  expect(lackedTimes(log, 0)).toBeNull();
  expect(lackedTimes(log, 10)).toEqual([20, 30].filter((time) => time >= 10));
});

test("the number and size of changes is limited", () => {
  let log: LiveLog = [];
  for (let time = 0; time < 1_500; time++) log = withChanges(log, changes(time, time + 1), 0);
  expect(log).toHaveLength(1_000);
  for (let time = 1_500; time < 1_510; time++) log = withChanges(log, changes(time, time + 1, { bytes: 5_000_000 }), 0);
  expect(log.map(({ atMs }) => atMs)).toEqual([1_508, 1_509, 1_510]);
});
