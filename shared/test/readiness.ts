import {
  applyRules,
  readinessRules,
  stationReadiness,
  type AppliedRules,
  type ReadinessFacts,
  type ReadinessMoment,
  type ReadinessReadings,
  type StationReadiness,
} from "../src/readiness/index.ts";
import { builtInStationTypes } from "../src/station-types/index.ts";
import type { BatteryStatus, StationType } from "../src/telemetry/index.ts";

/** The time at which tests begin (ms). */
export const START = Date.parse("2026-11-27T14:29:12.000Z");

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

/** Changed facts: what is absent is as at a station that is ready. */
export type FactParts = Partial<Omit<ReadinessFacts, "readings">> & { readings?: Partial<ReadinessReadings> };

/** The facts of a station that is ready and at rest, whose last snapshot has just been received. */
export function readyFacts(stationType: StationType, { readings, ...parts }: FactParts = {}): ReadinessFacts {
  return {
    station_type: stationType,
    is_retired: false,
    telemetry_enabled: true,
    maintenance: null,
    is_up: true,
    last_online: START,
    last_telemetry: START,
    readings: { ...readyReadings(stationType), ...readings },
    cameras_in_use: ["cam0"],
    charge_minutes: null,
    rises: new Map(),
    failed_swaps: null,
    failed_job: null,
    marked_group: null,
    ignored: [],
    ...parts,
  };
}

function readyReadings(stationType: StationType): ReadinessReadings {
  const isAtlas = stationType === "atlas";
  return {
    system: "IDLE",
    door: "closed",
    pad: "empty",
    pad_level: isAtlas ? "lowered" : null,
    left_grippers: "open",
    right_grippers: "open",
    front_long: isAtlas ? "open" : null,
    back_long: isAtlas ? "open" : null,
    latch: "closed",
    gantry: "home",
    temperature: 72,
    hexboard: true,
    missing_cameras: [],
    error_message: null,
    warn_message: null,
    charger: slots("COMPLETE", "COMPLETE", "COMPLETE"),
  };
}

/** Slots of a charger in these states, from the first one on. A number is the level of a battery that is being charged. */
export function slots(...states: (BatteryStatus | number)[]): NonNullable<ReadinessReadings["charger"]> {
  return states.map((state, index) =>
    typeof state === "number"
      ? { slot: index + 1, status: "CHARGING", level: state }
      : { slot: index + 1, status: state, level: state === "DISCONNECTED" ? null : 100 },
  );
}

/** Rules for stations of a type with changes, each as it is stored. */
export function rulesFor(stationType: StationType, ...changes: unknown[]): AppliedRules {
  const { battery_slots } = builtInStationTypes[stationType];
  const parsed = changes.map((change) => readinessRules.parse(change));
  return applyRules({ stationType, slots: battery_slots }, parsed);
}

/** A station whose readiness is evaluated at times after the start (ms). */
export class EvaluatedStation {
  last: StationReadiness | null = null;
  readonly #stationType: StationType;
  #rules: AppliedRules;
  #facts: ReadinessFacts;

  constructor(stationType: StationType, ...changes: unknown[]) {
    this.#stationType = stationType;
    this.#rules = rulesFor(stationType, ...changes);
    this.#facts = readyFacts(stationType);
  }

  /** Evaluates new facts. A station that is connected has just sent a snapshot, unless the facts say when it did. */
  report(atMs: number, parts: FactParts = {}): this {
    const fresh = parts.is_up === false ? {} : { last_online: START + atMs, last_telemetry: START + atMs };
    this.#facts = readyFacts(this.#stationType, { ...fresh, ...parts });
    return this.wait(atMs);
  }

  /** Evaluates the same facts at a later time. */
  wait(atMs: number): this {
    return this.#evaluate({ now: START + atMs, before: this.last });
  }

  /** Evaluates the same facts by other rules. */
  change(atMs: number, ...changes: unknown[]): this {
    this.#rules = rulesFor(this.#stationType, ...changes);
    return this.#evaluate({ now: START + atMs, before: this.last, hasNewRules: true });
  }

  #evaluate(moment: ReadinessMoment): this {
    this.last = stationReadiness(this.#facts, this.#rules, moment);
    return this;
  }

  /** The state, and the codes and effects of its reasons: `not_ready: no_battery block`. */
  get text(): string {
    if (this.last === null) return "none";
    const { state, reasons } = this.last.readiness;
    return `${state}: ${reasons.map(({ code, effect }) => `${code} ${effect}`).join(", ")}`;
  }

  /** How long after the start the state began (ms). */
  get sinceMs(): number {
    return Date.parse(this.last?.readiness.since ?? "") - START;
  }

  /** How long after the start the next evaluation is due (ms); null for never. */
  get dueMs(): number | null {
    const due = this.last?.due ?? null;
    return due === null ? null : due - START;
  }
}
