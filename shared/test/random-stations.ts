import * as fc from "fast-check";
import { DAY_MS } from "../src/lib/index.ts";
import {
  stationReadiness,
  type IgnoredReason,
  type ReadinessFacts,
  type StationReadiness,
} from "../src/readiness/index.ts";
import { stationType, type StationType } from "../src/telemetry/index.ts";
import { MINUTE, readyFacts, rulesFor, SECOND, slots, START, type FactParts } from "./readiness.ts";

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
  pad_level: fc.constantFrom("lowered", "lowered", "raised", null),
  latch: fc.constantFrom("closed", "open", null),
  gantry: fc.constantFrom("home", "home", "away", null),
  hexboard: fc.constantFrom(true, true, false, null),
  missing_cameras: fc.constantFrom([], [{ id: "cam0", name: "camera_pad" }], [{ id: "cam1", name: "camera_roof" }]),
  error_message: fc.constantFrom(null, null, "The belt is loose"),
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
  charge_minutes: fc.constantFrom(
    null,
    Array.from({ length: 20 }, (_, band) => 3 + band / 7),
  ),
  rises: fc.constantFrom(new Map<number, number>(), new Map([[1, 30]])),
  maintenance: fc.option(
    fc.record({ from: fc.constantFrom(START, START + 20 * MINUTE), until: fc.constant(START + 40 * MINUTE) }),
  ),
  failed_swaps: fc.option(
    fc.record({ count: fc.integer({ min: 1, max: 3 }), at: fc.constant(START), group: fc.constant(null) }),
  ),
  failed_job: fc.constantFrom(null, null, { job: "home_all", at: START }),
  marked_group: fc.constantFrom(null, null, {
    group: { id: 118, title: "Gripper" },
    effect: "block" as const,
    at: START,
  }),
  ignored: fc.subarray(ignorable),
});
const afterMs = fc.oneof(fc.integer({ min: 0, max: 90 * SECOND }), fc.integer({ min: 0, max: 20 * MINUTE }));
const report: fc.Arbitrary<Report> = fc.record({ afterMs, hasSnapshot: fc.boolean(), parts });
type History = { type: StationType; reports: readonly Report[] };

/** Reports of a station of any type. */
export const stationHistory: fc.Arbitrary<History> = historyOf(25);

function historyOf(maxLength: number): fc.Arbitrary<History> {
  return fc.record({
    type: fc.constantFrom(...stationType.options),
    reports: fc.array(report, { minLength: 1, maxLength }),
  });
}

type Moment = { now: number; facts: ReadinessFacts };

/** The facts after each report. */
function moments({ type, reports }: History): Moment[] {
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

/** Evaluates the facts of a moment. */
export function evaluate(type: StationType, { now, facts }: Moment, before: StationReadiness | null) {
  return stationReadiness(facts, rules[type], { now, before });
}

/** Evaluates facts when they change and whenever they are due, and calls `check` with each result. */
export function run(given: History, check: (result: StationReadiness, moment: Moment) => void): void {
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

/**
 * The SHA-256 of all results for 10,000 stations, which are the same at each run. It is another one after any change of what readiness is, of
 * these stations, or of the version of fast-check.
 */
export const RESULTS_DIGEST = "944083f9fd5a27a047e54b94ee441904423c1fdce975bbf120fc517f0c620f30";

/** The digest of the results of 10,000 stations, by the JavaScript engine that runs this. */
export async function digestResults(): Promise<string> {
  const lines: string[] = [];
  for (const given of fc.sample(historyOf(4), { numRuns: 10_000, seed: 36 })) {
    run(given, (result) => lines.push(JSON.stringify(result)));
  }
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines.join("\n")));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
