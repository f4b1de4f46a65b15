import { expect, test } from "vitest";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { lastMinute, NO_ACTIVITY, withChanges } from "./activity.ts";

const S = 1_000;
const [A, B] = [sampleStation({ name: "gc-a" }), sampleStation({ name: "gc-b" })];

test("counts the changes of the last minute and the stations they are of", () => {
  let activity = withChanges(NO_ACTIVITY, [A, B], { nowMs: 10 * S, delayMs: 20 });
  activity = withChanges(activity, [{ name: "gc-a", removed: true }], { nowMs: 40 * S, delayMs: 30 });
  expect(lastMinute(activity, 69 * S)).toEqual({ changes: 3, stations: 2 });
  expect(lastMinute(activity, 70 * S)).toEqual({ changes: 1, stations: 1 });
  expect(lastMinute(activity, 100 * S)).toEqual({ changes: 0, stations: 0 });
  expect([activity.lastMs, activity.delayMs]).toEqual([40 * S, 30]);
});

test("forgets changes that are older than a minute", () => {
  const first = withChanges(NO_ACTIVITY, [A], { nowMs: 0, delayMs: null });
  expect(withChanges(first, [B], { nowMs: 60 * S, delayMs: null }).recent).toHaveLength(1);
});
