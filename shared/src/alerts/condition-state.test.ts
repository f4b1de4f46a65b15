import { expect, test } from "vitest";
import { conditionFacts } from "../../test/condition-facts.ts";
import { HOUR_MS, MINUTE_MS } from "../lib/index.ts";
import { conditionInput, conditionState, holdMs, isReading, nextChange } from "./condition-state.ts";
import type { Condition, StationConditionFacts } from "./kinds/index.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const FACTS = conditionFacts({ last_online: NOW });
const above: Condition = { kind: "temperature", direction: "above", fahrenheit: 90, minutes: 0 };
const below: Condition = { kind: "temperature", direction: "below", fahrenheit: 30, minutes: 0 };
const hot: Condition = { kind: "battery_temperature", celsius: 45, minutes: 0 };
const clock: Condition = { kind: "clock_skew", seconds: 60 };

const found = (condition: Condition, facts: Partial<StationConditionFacts>, before: number | null) => {
  const state = conditionState(condition, { ...FACTS, ...facts }, { now: NOW, before });
  return state.state === "holds" ? `${state.level}: ${state.title}` : state.state;
};

test.each([
  [90, null, "over"],
  [90.1, null, "1: 90°F inside, limit 90°F"],
  [95, null, "2: 95°F inside, limit 90°F"],
  [88, 1, "1: Back at 88°F inside, ends at 87°F"],
  [87, 1, "over"],
  // A level is left downwards once it is 3 °F back.
  [93, 2, "2: 93°F inside, limit 90°F"],
  [92, 2, "1: 92°F inside, limit 90°F"],
  [92.1, 3, "1: 92°F inside, limit 90°F"],
  [97.1, 3, "3: 97°F inside, limit 90°F"],
] as const)("a temperature of %s °F after level %s: %s", (temperature, before, expected) => {
  expect(found(above, { temperature }, before)).toBe(expected);
});

test.each([
  [below, { temperature: 24 }, null, "2: 24°F inside, limit 30°F"],
  [below, { temperature: 32 }, 1, "1: Back at 32°F inside, ends at 33°F"],
  [below, { temperature: 33 }, 1, "over"],
  [hot, { hottest: { slot: 2, celsius: 44 } }, null, "over"],
  [hot, { hottest: { slot: 2, celsius: 44 } }, 1, "1: Battery in slot 2 back at 44.0°C, ends at 43°C"],
  [hot, { hottest: { slot: 2, celsius: 43 } }, 1, "over"],
  [clock, { clock_skew_ms: -60_000 }, null, "over"],
  [clock, { clock_skew_ms: -49_000 }, 1, "1: Clock is 49 s behind"],
  [clock, { clock_skew_ms: -48_000 }, 1, "over"],
] as const)("%j with %j after level %s: %s", (condition, facts, before, expected) => {
  expect(found(condition, facts, before)).toBe(expected);
});

test.each([
  [above, { temperature: 110 }],
  [hot, { hottest: { slot: 2, celsius: 60 } }],
  [clock, { clock_skew_ms: 90_000 }],
  [{ kind: "battery_error" }, { failed_slots: [3] }],
  [{ kind: "camera_missing", minutes: 1 }, { missing_cameras: ["roof"] }],
] as const)("nothing is known of a reading of a station that is offline: %j", (condition, facts) => {
  expect(found(condition, facts, 1)).not.toBe("unknown");
  expect(found(condition, { ...facts, up: false }, 1)).toBe("unknown");
});

test("many errors are over with less than half of them, and are asked about when they may be", () => {
  const errors = [1, 2, 3, 4, 5].map((minutes) => NOW - minutes * MINUTE_MS);
  const rate: Condition = { kind: "error_rate", errors: 5, minutes: 10 };
  expect(found(rate, { errors }, null)).toBe("1: 5 errors within 10 min");
  expect(found(rate, { errors: errors.slice(0, 3) }, null)).toBe("over");
  expect(found(rate, { errors: errors.slice(0, 3) }, 1)).toBe("1: 3 errors within 10 min");
  expect(found(rate, { errors: errors.slice(0, 2) }, 1)).toBe("over");
  expect(nextChange(rate, { ...FACTS, errors }, { now: NOW, before: 1 })).toBe(NOW + 7 * MINUTE_MS);
});

test("the title without a limit does not tell the limit of a rule", () => {
  const state = conditionState(above, { ...FACTS, temperature: 106 }, { now: NOW, before: null });
  expect(state).toMatchObject({ title: "106°F inside, limit 90°F", plain: "106°F inside" });
});

const swaps: Condition = { kind: "no_swaps", times: 3 };
const ago = (hours: number, gapHours: number) => ({
  last_swapped: NOW - hours * HOUR_MS,
  usual_gap: gapHours * HOUR_MS,
});

test.each([
  [{ kind: "offline", minutes: 5 }, {}, "over"],
  [{ kind: "offline", minutes: 5 }, { up: false }, "1: Offline"],
  [{ kind: "offline", minutes: 5 }, { up: false, last_online: null }, "unknown"],
  [clock, {}, "unknown"],
  [clock, { clock_skew_ms: 61_000 }, "1: Clock is 61 s ahead"],
  [{ kind: "camera_missing", minutes: 1 }, { missing_cameras: ["roof"] }, "1: roof is missing"],
  [{ kind: "camera_missing", minutes: 1 }, { missing_cameras: ["roof", "pad"] }, "2: 2 cameras are missing"],
  [{ kind: "battery_error" }, { failed_slots: [3, 4] }, "2: Battery Error in slots 3, 4"],
  [{ kind: "firmware", older_than: "1.10" }, {}, "unknown"],
  [{ kind: "firmware", older_than: "1.10" }, { firmware: "1.9" }, "1: Firmware 1.9, older than 1.10"],
  [{ kind: "firmware", older_than: "1.10" }, { firmware: "1.10" }, "over"],
  [
    { kind: "link_flapping", times: 2, minutes: 10 },
    { losses: [NOW - 1, NOW - 2] },
    "1: Link lost 2 times within 10 min",
  ],
  [{ kind: "link_flapping", times: 2, minutes: 10 }, { losses: [NOW - 1, NOW - 10 * MINUTE_MS] }, "over"],
  [swaps, ago(3, 1), "1: No swap for 3 h, usually one in 1 h"],
  [swaps, ago(2.99, 1), "over"],
  // Not sooner than after two hours.
  [swaps, ago(2, 0.1), "1: No swap for 2 h, usually one in 6 min"],
  [swaps, ago(1.99, 0.1), "over"],
  [swaps, ago(48, 1), "1: No swap for 2 d, usually one in 1 h"],
  [swaps, ago(47, 1), "1: No swap for 47 h, usually one in 1 h"],
  [swaps, { last_swapped: NOW - HOUR_MS }, "unknown"],
  [swaps, { usual_gap: HOUR_MS }, "unknown"],
] as const)("%j with %j: %s", (condition, facts, expected) => {
  expect(found(condition, facts, null)).toBe(expected);
});

test.each([
  [swaps, ago(1, 1), NOW + 2 * HOUR_MS],
  [swaps, ago(3, 1), null],
  [swaps, { last_swapped: NOW }, null],
  [swaps, { usual_gap: HOUR_MS }, null],
  [{ kind: "link_flapping", times: 2, minutes: 10 }, { losses: [NOW, NOW - MINUTE_MS] }, NOW + 9 * MINUTE_MS],
  [{ kind: "link_flapping", times: 2, minutes: 10 }, { losses: [NOW] }, null],
  [{ kind: "offline", minutes: 5 }, { up: false }, null],
] as const)("%j with %j may change by itself at %s", (condition, facts, expected) => {
  expect(nextChange(condition, { ...FACTS, ...facts }, { now: NOW, before: null })).toBe(expected);
});

test.each([
  [{ ...above, minutes: 10 }, 10 * MINUTE_MS],
  [{ kind: "offline", minutes: 5 }, 5 * MINUTE_MS],
  [above, 0],
  [clock, 0],
] as const)("%j has to hold for %i ms", (condition, expected) => {
  expect(holdMs(condition)).toBe(expected);
});

test.each([
  ["temperature", true],
  ["clock_skew", true],
  ["offline", false],
  ["error_group", false],
  ["site_outage", false],
] as const)("alerts of the kind %s are about a reading: %s", (kind, expected) => {
  expect(isReading(kind)).toBe(expected);
});

test("a condition that is not about a single station has no input, no state there and no time", () => {
  const group: Condition = { kind: "error_group", states: ["new"], stations: 3 };
  const facts = { ...FACTS, temperature: 71 };
  expect([above, group].map(({ kind }) => conditionInput(kind, facts))).toEqual([71, null]);
  expect(found(group, facts, null)).toBe("unknown");
  expect(nextChange(group, facts, { now: NOW, before: null })).toBeNull();
});
