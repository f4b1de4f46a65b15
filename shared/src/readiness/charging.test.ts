import * as fc from "fast-check";
import { expect, test } from "vitest";
import { MINUTE, slots, START } from "../../test/readiness.ts";
import { countCharger, nextCharge, nextChargeText, type NextCharge } from "./charging.ts";

const MEDIANS = Array.from({ length: 20 }, () => 5);
const NO_RISES = new Map<number, number>();

const facts = (atMinutes: number, charge_minutes: (number | null)[] | null = MEDIANS, rises = NO_RISES) => ({
  charge_minutes,
  rises,
  last_telemetry: START + atMinutes * MINUTE,
});
const time = (next: NextCharge) => (typeof next === "string" ? next : next.time.slice(11, 16));

test.each([
  ["COMPLETE", 80, 1],
  ["CONNECTED", 90, 1],
  ["CONNECTED", 89.9, 0],
  ["CONNECTED", null, 0],
  ["CHARGING", 99, 0],
  ["ABNORMAL_RECOVERABLE", 100, 0],
] as const)("a battery that is %s at %s %% counts as %d charged", (status, level, charged) => {
  const counts = countCharger([{ slot: 1, status, level }], { slots: 8, chargedFrom: 90 });
  expect(counts).toEqual({ slots: 8, charged, occupied: 1, failed: 0 });
});

test("a charger has the slots of its type, more if they are reported, and each that is not reported is empty", () => {
  const states = ["COMPLETE", "DISCONNECTED", "ABNORMAL_COMMS", "ABNORMAL_UNRECOVERABLE", "CHARGING"] as const;
  const reported = states.map((status, index) => ({ slot: index + 4, status, level: 5 }));
  const counts = countCharger(reported, { slots: 6, chargedFrom: 90 });
  expect(counts).toEqual({ slots: 8, charged: 1, occupied: 4, failed: 2 });
});

test.each([
  ["none charging", slots("COMPLETE", "ABNORMAL_RECOVERABLE"), facts(0), "none_charging"],
  ["one without a level", [{ slot: 1, status: "CHARGING", level: null }], facts(0), "no_estimate"],
  ["too few charges, and no rise", slots(40), facts(0, null), "no_estimate"],
  // 14:29:12 and the time of the last 14 %, to the nearest five minutes.
  ["the usual minutes", slots(86), facts(0), "14:45"],
  ["the battery that is full first", slots(20, 86, 60), facts(0), "14:45"],
  ["its own rise before there are enough charges", slots(50), facts(0, null, new Map([[1, 20]])), "14:55"],
  ["its own rise where a median is missing", slots(50), facts(0, [null], new Map([[1, 20]])), "14:55"],
  ["a level above 100", slots(101), facts(0), "14:30"],
] as const)("the next battery is charged by %s", (_, charger, at, expected) => {
  expect(time(nextCharge(charger, at, null))).toBe(expected);
});

// @spec R1.13
test("what is expected stays until it differs by five minutes", () => {
  const first = nextCharge(slots(50), facts(0), null);
  expect(time(first)).toBe("15:20");
  // Charges a little faster and slower than usual.
  expect(nextCharge(slots(55), facts(1), first)).toBe(first);
  expect(nextCharge(slots(55), facts(9), first)).toBe(first);
  expect(time(nextCharge(slots(60), facts(1), first))).toBe("15:10");
  expect(time(nextCharge(slots(51), facts(10), first))).toBe("15:30");
});

test("what is expected does not move away while the battery does not charge, so that it is late", () => {
  const first = nextCharge(slots(98), facts(0), null);
  expect(time(first)).toBe("14:30");
  expect(nextCharge(slots(98), facts(30), first)).toBe(first);
  expect(time(nextCharge(slots("COMPLETE", 50), facts(30), first))).toBe("15:50");
});

test.each([
  [121, "next in over 2 h"],
  [120, "next in about 120 min"],
  [17.4, "next in about 15 min"],
  [17.5, "next in about 20 min"],
  [10, "next in about 10 min"],
  [9.9, "next in about 10 min"],
  [6.1, "next in about 7 min"],
  [0, "next in about 1 min"],
  [-9.9, "next in about 1 min"],
  [-10, "next later than expected"],
])("%d minutes before it is expected: %s", (minutes, text) => {
  const at = new Date(START + minutes * MINUTE).toISOString();
  expect(nextChargeText(at, START, "about ")).toBe(text);
  expect(nextChargeText(at, START, "")).toBe(text.replace("about ", ""));
});

test("without an estimate the text says why", () => {
  expect(nextChargeText("none_charging", START, "")).toBe("none charging");
  expect(nextChargeText("no_estimate", START, "")).toBe("charging, no estimate");
});

test("a time without an earlier one is within half a step of the estimate, and a multiple of five minutes", () => {
  const level = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(fc.array(level, { minLength: 1, maxLength: 8 }), fc.nat(10_000), (levels, minutes) => {
      const next = nextCharge(slots(...levels), facts(minutes), null);
      const at = typeof next === "string" ? Number.NaN : next.at;
      const estimate = START + (minutes + 100 - Math.max(...levels)) * MINUTE;
      expect(at % (5 * MINUTE)).toBe(0);
      expect(Math.abs(at - estimate)).toBeLessThanOrEqual(2.5 * MINUTE + 1);
    }),
  );
});
