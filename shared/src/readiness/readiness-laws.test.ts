import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../test/property-runs.ts";
import { evaluate, run, stationHistory as history } from "../../test/random-stations.ts";
import { MINUTE, readyFacts, rulesFor, SECOND, slots, START, type FactParts } from "../../test/readiness.ts";
import { DAY_MS } from "../lib/index.ts";
import { stationType } from "../telemetry/index.ts";
import { stationReadiness, type StationReadiness } from "./station-readiness.ts";

test("the same facts have the same result, the same object, until it is due, and another one then", () => {
  fc.assert(
    fc.property(history, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
      run(given, (result, moment) => {
        const again = (now: number) => evaluate(given.type, { ...moment, now }, result);
        const end = result.due ?? moment.now + 400 * DAY_MS;
        expect(end).toBeGreaterThan(moment.now);
        expect(again(moment.now)).toBe(result);
        expect(again(moment.now + Math.floor((end - 1 - moment.now) * share))).toBe(result);
        expect(again(end - 1)).toBe(result);
        expect(result.due === null || again(result.due) !== result).toBe(true);
      });
    }),
    cases(300),
  );
});

test("a result that was stored continues as if it had been kept", () => {
  fc.assert(
    fc.property(history, (given) => {
      run(given, (result, moment) => {
        const stored: StationReadiness = JSON.parse(JSON.stringify(result));
        const later = { ...moment, now: result.due ?? moment.now };
        expect(evaluate(given.type, later, stored)).toEqual(evaluate(given.type, later, result));
      });
    }),
    cases(100),
  );
});

test("the order in which slots are reported does not matter", () => {
  const slot = fc.constantFrom("COMPLETE" as const, "DISCONNECTED" as const, "ABNORMAL_COMMS" as const, 20, 80);
  const charger = fc.array(slot, { maxLength: 8 }).map((states) => slots(...states));
  const shuffled = charger.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length })),
  );
  fc.assert(
    fc.property(fc.constantFrom(...stationType.options), shuffled, (type, [ordered, other]) => {
      const results = [ordered, other].map((given) => {
        const facts = readyFacts(type, { readings: { charger: given }, rises: new Map([[1, 30]]) });
        const first = evaluate(type, { now: START, facts }, null);
        const later = { ...facts, last_telemetry: START + 10 * MINUTE };
        return evaluate(type, { now: START + 10 * MINUTE, facts: later }, first)?.readiness;
      });
      expect(results[0]).toEqual(results[1]);
    }),
    cases(100),
  );
});

test("a state never begins later than it is found, and never before the one before it", () => {
  fc.assert(
    fc.property(history, (given) => {
      let before = -Infinity;
      run(given, ({ readiness }, { now }) => {
        const since = Date.parse(readiness.since);
        expect(since).toBeLessThanOrEqual(now);
        expect(since).toBeGreaterThanOrEqual(before);
        before = since;
      });
    }),
    cases(100),
  );
});

/** How each reason that has to hold for some time is made true at stations of a type. */
const worse = (slotCount: number): Record<string, FactParts> => ({
  offline: { is_up: false },
  stopped: { readings: { system: "ERROR" } },
  starting: { readings: { system: "BOOT" } },
  no_battery: { readings: { charger: slots("DISCONNECTED") } },
  few_batteries: { readings: { charger: slots("COMPLETE") } },
  no_slot: { readings: { charger: slots(...Array.from({ length: slotCount }, () => "COMPLETE" as const)) } },
  gripper: { readings: { left_grippers: "closed" } },
  pad_taken: { readings: { pad: "occupied" } },
  pad_unknown: { readings: { pad: "unknown" } },
  door_unknown: { readings: { door: "unknown" } },
  pad_level: { readings: { pad_level: "raised" } },
  door_open: { readings: { door: "open" } },
  latch: { readings: { latch: "open" } },
  gantry: { readings: { gantry: "away" } },
  very_hot: { readings: { temperature: 130 } },
  hot_or_cold: { readings: { temperature: 110 } },
  hexboard: { readings: { hexboard: false } },
  charger: {
    readings: {
      charger: slots("COMPLETE", "COMPLETE", ...Array.from({ length: slotCount / 2 }, () => "ABNORMAL_COMMS" as const)),
    },
  },
  camera_in_use: { readings: { missing_cameras: [{ id: "cam0", name: "camera_pad" }] } },
  other_camera: { readings: { missing_cameras: [{ id: "cam1", name: "camera_roof" }] } },
  error_message: { readings: { error_message: "The belt is loose" } },
  warn_message: { readings: { warn_message: "The belt is worn" } },
});

/** Every reason that has to hold for some time, at each type of station. */
const heldReasons = stationType.options.flatMap((type) => {
  const all = rulesFor(type, { rules: { no_slot: { effect: "limit" } }, pad: "shared" });
  return all.reasons.flatMap((rule) => (rule.kind.holdS > 0 ? { type, all, rule } : []));
});

/** For how long a reason is not true, is true, is not true, and so on (s). */
const stretches = fc.array(fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 1_200 })), {
  minLength: 2,
  maxLength: 12,
});

function checkHold({ type, all, rule: { kind, effect } }: (typeof heldReasons)[number], lengths: readonly number[]) {
  const parts = worse(all.slots)[kind.id];
  if (!parts) throw new Error(`Nothing makes ${kind.id} true.`);
  let last: StationReadiness | null = null;
  let began = START;
  let isShown = false;
  for (const [index, length] of lengths.entries()) {
    const isTrue = index % 2 === 1;
    const limits = [0, 59, 60, kind.holdS - 1, kind.holdS, length - 1].filter((second) => second < length);
    for (const second of limits.toSorted((a, b) => a - b)) {
      const now = began + second * SECOND;
      const last_online = isTrue && parts.is_up === false ? began : now;
      const facts = readyFacts(type, { last_online, last_telemetry: now, ...(isTrue ? parts : {}) });
      last = stationReadiness(facts, all, { now, before: last });
      isShown = isTrue ? isShown || second >= kind.holdS : isShown && second < 60;
      const isListed = last?.readiness.reasons.some((one) => one.code === kind.code && one.effect === effect);
      expect([type, kind.id, second, isListed]).toEqual([type, kind.id, second, isShown]);
    }
    began += length * SECOND;
  }
}

// @spec R1.14
test("worse never shows before its hold, and better never before 60 s without the reason", () => {
  expect(new Set(heldReasons.map(({ rule }) => rule.id))).toEqual(new Set(Object.keys(worse(8))));
  fc.assert(
    fc.property(stretches, (lengths) => {
      for (const reason of heldReasons) checkHold(reason, lengths);
    }),
    cases(50),
  );
});
