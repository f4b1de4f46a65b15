import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../test/property-runs.ts";
import { MINUTE, readyFacts, rulesFor, SECOND, slots, START, type FactParts } from "../../test/readiness.ts";
import { DAY_MS } from "../lib/index.ts";
import { stationType, type StationType } from "../telemetry/index.ts";
import type { IgnoredReason, ReadinessFacts } from "./facts.ts";
import { stationReadiness, type StationReadiness } from "./station-readiness.ts";

/** A report of a station, so long after the one before. The snapshot before it stays the newest one unless there is another. */
type Report = { afterMs: number; hasSnapshot: boolean; parts: FactParts };

const ignorable: IgnoredReason[] = [
  { code: "temperature", effect: "limit", until: START + 30 * MINUTE },
  { code: "no_battery", effect: "block", until: START + 50 * MINUTE },
];
const readings = fc.record({
  system: fc.constantFrom("IDLE", "IDLE", "SWAPPING", "READY", "ERROR", "PARKED", null),
  pad: fc.constantFrom("empty", "occupied", "unknown", null),
  door: fc.constantFrom("closed", "open"),
  latch: fc.constantFrom("closed", "open", null),
  temperature: fc.constantFrom(72, 98, 101, 120, 124, 33, 20, null),
  left_grippers: fc.constantFrom("open", "closed"),
  charger: fc.constantFrom(
    slots("COMPLETE", "COMPLETE"),
    slots("COMPLETE", 40),
    slots(60, 40),
    slots("ABNORMAL_COMMS"),
    null,
  ),
});
const parts = fc.record({
  readings,
  is_up: fc.constantFrom(true, true, true, false),
  telemetry_enabled: fc.constantFrom(true, true, true, false),
  rises: fc.constantFrom(new Map<number, number>(), new Map([[1, 30]])),
  maintenance: fc.option(
    fc.record({ from: fc.constantFrom(START, START + 20 * MINUTE), until: fc.constant(START + 40 * MINUTE) }),
  ),
  failed_swaps: fc.option(
    fc.record({ count: fc.integer({ min: 1, max: 3 }), at: fc.constant(START), group: fc.constant(null) }),
  ),
  ignored: fc.subarray(ignorable),
});
const afterMs = fc.oneof(fc.integer({ min: 0, max: 90 * SECOND }), fc.integer({ min: 0, max: 20 * MINUTE }));
const report: fc.Arbitrary<Report> = fc.record({ afterMs, hasSnapshot: fc.boolean(), parts });
const history = fc.record({
  type: fc.constantFrom(...stationType.options),
  reports: fc.array(report, { minLength: 1, maxLength: 25 }),
});

type Moment = { now: number; facts: ReadinessFacts };

/** The facts after each report. */
function moments({ type, reports }: { type: StationType; reports: readonly Report[] }): Moment[] {
  let now = START;
  let last: ReadinessFacts = readyFacts(type);
  return reports.map(({ afterMs: ms, hasSnapshot, parts: changed }) => {
    now += ms;
    const isNew = hasSnapshot && changed.is_up === true;
    const facts = readyFacts(type, {
      ...changed,
      last_online: changed.is_up === true ? now : last.last_online,
      last_telemetry: isNew ? now : last.last_telemetry,
    });
    last = { ...facts, readings: isNew ? facts.readings : last.readings };
    return { now, facts: last };
  });
}

const rules = { atlas: rulesFor("atlas"), universal: rulesFor("universal"), global: rulesFor("global") };

function evaluate(type: StationType, { now, facts }: Moment, before: StationReadiness | null) {
  return stationReadiness(facts, rules[type], { now, before });
}

/** Evaluates facts when they change and whenever they are due, and calls `check` with each result. */
function run(
  given: { type: StationType; reports: readonly Report[] },
  check: (result: StationReadiness, moment: Moment) => void,
): void {
  const all = moments(given);
  let last: StationReadiness | null = null;
  for (const [index, { now, facts }] of all.entries()) {
    const until = all[index + 1]?.now ?? now + DAY_MS;
    let at: number | null = now;
    while (at !== null && (at < until || at === now)) {
      last = evaluate(given.type, { now: at, facts }, last);
      if (last !== null) check(last, { now: at, facts });
      at = last?.due ?? null;
    }
  }
}

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

/** Whether there is no charged battery, and for how long (s). */
const stretches = fc.array(fc.record({ isEmpty: fc.boolean(), seconds: fc.integer({ min: 1, max: 150 }) }), {
  minLength: 1,
  maxLength: 20,
});

// @spec R1.14
test("worse never shows before its hold, and better never before 60 s without the reason", () => {
  fc.assert(
    fc.property(stretches, (given) => {
      let last: StationReadiness | null = null;
      let second = 0;
      let emptyFor = 0;
      let chargedFor = 0;
      let isShown = false;
      for (const { isEmpty, seconds } of given) {
        for (const end = second + seconds; second < end; second += 1) {
          const now = START + second * SECOND;
          const charger = isEmpty ? slots("DISCONNECTED") : slots("COMPLETE", "COMPLETE");
          last = evaluate(
            "atlas",
            { now, facts: readyFacts("atlas", { last_telemetry: now, readings: { charger } }) },
            last,
          );
          if (isShown ? !isEmpty && chargedFor >= 60 : isEmpty && emptyFor >= 60) isShown = isEmpty;
          expect(last?.readiness.reasons.some(({ code }) => code === "no_battery")).toBe(isShown);
          emptyFor = isEmpty ? emptyFor + 1 : 0;
          chargedFor = isEmpty ? 0 : chargedFor + 1;
        }
      }
    }),
    cases(50),
  );
});
