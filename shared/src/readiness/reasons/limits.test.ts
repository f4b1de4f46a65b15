import { expect, test } from "vitest";
import { EvaluatedStation, MINUTE, SECOND, slots, START } from "../../../test/readiness.ts";
import { stationType } from "../../telemetry/index.ts";
import type { ReadinessReadings } from "../facts.ts";
import { readinessText } from "../text.ts";

const TYPES = stationType.options;

/** Readings that are not quite a reason, however long they last. */
test.each<Partial<ReadinessReadings>>([
  { temperature: 100 },
  { temperature: 32 },
  { left_grippers: "CLOSED" },
  { latch: "ajar", gantry: "moving", pad_level: "tilted" },
  { system: "PARKED" },
  { charger: slots("COMPLETE", "CONNECTED") },
  { charger: slots("COMPLETE", "COMPLETE", "ABNORMAL_COMMS", "ABNORMAL_UNRECOVERABLE", "ABNORMAL_RECOVERABLE") },
  { error_message: "  ", warn_message: "" },
])("%j is no reason", (readings) => {
  for (const type of TYPES) {
    const station = new EvaluatedStation(type).report(0, { readings }).report(60 * MINUTE, { readings });
    expect(station.text).toBe("ready: ");
  }
});

test("grippers may be closed around a drone", () => {
  const facts = { readings: { left_grippers: "closed", pad: "occupied" } } as const;
  expect(new EvaluatedStation("atlas").report(0, facts).report(60 * MINUTE, facts).text).toBe("ready: drone info");
});

test.each([
  [180_000, "ready: "],
  [180_001, "unknown: silent unknown"],
])("a station whose newest snapshot is %d ms old is %s", (age, expected) => {
  const station = new EvaluatedStation("atlas").report(0);
  expect(station.dueMs).toBe(180_001);
  expect(station.wait(age).text).toBe(expected);
});

test.each([
  ["SWAPPING", 600_000, "ready: busy info"],
  ["SWAPPING", 600_001, "not_ready: stuck block, busy info"],
  ["READY", 3_600_000, "ready: busy info"],
])("%s for %d ms is %s", (system, atMs, expected) => {
  const station = new EvaluatedStation("atlas").report(0, { readings: { system } });
  expect(station.report(atMs, { readings: { system } }).text).toBe(expected);
});

test("another word is not the one that takes too long", () => {
  const station = new EvaluatedStation("atlas").report(0, { readings: { system: "SWAPPING" } });
  station.report(599 * SECOND, { readings: { system: "CLOSING: roof" } });
  expect(station.report(700 * SECOND, { readings: { system: "CLOSING" } }).text).toBe("ready: busy info");
  expect(station.report(1_199_001, { readings: { system: "CLOSING" } }).text).toBe("not_ready: stuck block, busy info");
  const [first] = station.last?.readiness.reasons ?? [];
  expect(first && readinessText(first, "atlas", { timeText: String, now: START + 1_440_000 })).toBe(
    "CLOSING for 14 min",
  );
  expect(station.report(1_200 * SECOND, {}).text).toBe("ready: ");
});

/** Temperatures one after the other, each for long enough, and whether the station is limited or blocked by them. */
test.each([
  [
    [101, 97.1, 97],
    ["limited", "limited", "ready"],
  ],
  [
    [31, 34.9, 35],
    ["limited", "limited", "ready"],
  ],
  [
    [123, 119.1, 119, 97],
    ["not_ready", "not_ready", "limited", "ready"],
  ],
  [
    [100, 101, 96, 100],
    ["ready", "limited", "ready", "ready"],
  ],
])("temperatures of %j °F are %j", (temperatures, states) => {
  const station = new EvaluatedStation("universal");
  const found = temperatures.map((temperature, index) => {
    const facts = { readings: { temperature } };
    station.report(index * 20 * MINUTE, facts);
    return station.report(index * 20 * MINUTE + 10 * MINUTE, facts).last?.readiness.state;
  });
  expect(found).toEqual(states);
});

// @spec R1.6
test("what is not reported is not checked, and named", () => {
  const readings = { latch: null, gantry: null, charger: null, pad_level: null };
  const atlas = new EvaluatedStation("atlas").report(0, { readings });
  expect(atlas.last?.readiness.not_checked).toEqual(["charger", "pad level", "latch", "gantry"]);
  expect(atlas.last?.readiness).toMatchObject({ state: "ready", charged: null, slots: null });
  const global = new EvaluatedStation("global").report(0, { readings });
  expect(global.last?.readiness.not_checked).toEqual(["charger", "latch", "gantry"]);
  const silent = new EvaluatedStation("global").report(0, { readings: { system: null, left_grippers: "closed" } });
  expect(silent.report(60 * MINUTE, { readings: { system: null, left_grippers: "closed" } }).text).toBe("ready: ");
  expect(silent.last?.readiness.not_checked).toEqual(["system"]);
});
