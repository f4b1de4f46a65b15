import { compareVersions, HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/index.ts";
import type { AlertKind, Condition } from "./kind.ts";

/** How far a reading has to be back for the alert to be over, or to be less bad: a temperature inside, of a battery, and part of a clock's limit. */
const BACK_F = 3;
const BACK_C = 2;
const BACK_CLOCK = 0.2;
/** A temperature gets worse with each five degrees. */
const LEVEL_DEGREES = 5;
/** No swaps are not reported sooner than this, and only for stations with this many swaps in 14 days. */
const NO_SWAPS_MIN_MS = 2 * HOUR_MS;
export const NO_SWAPS_MIN = 20;

/**
 * What conditions need to know about a station. Times are in ms. Null is what is not known at the moment: the temperature of a station that
 * does not report one. `usual_gap` is the median time between swaps, null for a station with too few.
 */
export type StationConditionFacts = {
  up: boolean;
  last_online: number | null;
  temperature: number | null;
  /** Slots with a battery that is ABNORMAL_UNRECOVERABLE. */
  failed_slots: readonly number[];
  /** The hottest battery in the charger. */
  hottest: { slot: number; celsius: number } | null;
  missing_cameras: readonly string[];
  clock_skew_ms: number | null;
  last_swapped: number | null;
  usual_gap: number | null;
  /** When errors were logged within the last day, latest first. */
  errors: readonly number[];
  firmware: string | null;
  /** When the link was lost within the last day, latest first. */
  losses: readonly number[];
};

/**
 * Whether a condition holds: since when (null for since now), and how bad it is, which grows when it gets worse. `plain` is the title without
 * the limit of the rule, for those whose rule it is not. `unknown` changes nothing.
 */
export type ConditionState =
  | { state: "holds"; since: number | null; level: number; title: string; plain: string; detail: string }
  | { state: "over" }
  | { state: "unknown" };

const OVER = { state: "over" } as const;
const UNKNOWN = { state: "unknown" } as const;

/**
 * Whether a condition of a station holds at `now` (ms). `before` is the level of the alert that it has already made, null without one. While a
 * station is offline, nothing is known of its readings.
 */
export function conditionState(
  condition: Condition,
  facts: StationConditionFacts,
  { now, before }: { now: number; before: number | null },
): ConditionState {
  if (!facts.up && isReading(condition.kind)) return UNKNOWN;
  switch (condition.kind) {
    case "offline":
      return offline(facts);
    case "temperature":
      return temperature(condition, facts, before);
    case "battery_error": {
      const slots = facts.failed_slots;
      if (slots.length === 0) return OVER;
      const detail = slots.length === 1 ? `slot ${slots[0]}` : `slots ${slots.join(", ")}`;
      return holds(`Battery Error in ${detail}`, { level: slots.length });
    }
    case "battery_temperature":
      return batteryTemperature(condition.celsius, facts, before);
    case "camera_missing": {
      const cameras = facts.missing_cameras;
      if (cameras.length === 0) return OVER;
      const title = cameras.length === 1 ? `${cameras[0]} is missing` : `${cameras.length} cameras are missing`;
      return holds(title, { level: cameras.length, detail: cameras.length === 1 ? "" : cameras.join(", ") });
    }
    case "clock_skew":
      return clockSkew(condition.seconds, facts, before);
    case "no_swaps":
      return noSwaps(condition.times, facts, now);
    case "error_rate": {
      const count = facts.errors.filter((at) => at > now - condition.minutes * MINUTE_MS).length;
      return count >= countLimit(condition.errors, before !== null)
        ? holds(`${count} ${count === 1 ? "error" : "errors"} within ${condition.minutes} min`)
        : OVER;
    }
    case "firmware": {
      if (facts.firmware === null) return UNKNOWN;
      const isOld = compareVersions(facts.firmware, condition.older_than) < 0;
      const plain = `Firmware ${facts.firmware}`;
      return isOld ? holds(`${plain}, older than ${condition.older_than}`, { plain }) : OVER;
    }
    case "link_flapping": {
      const count = facts.losses.filter((at) => at > now - condition.minutes * MINUTE_MS).length;
      return count >= countLimit(condition.times, before !== null)
        ? holds(`Link lost ${count} times within ${condition.minutes} min`)
        : OVER;
    }
    case "error_group":
    case "incident":
      return UNKNOWN;
  }
}

/** What decides about the conditions of a kind: while it is the same, so is the answer, unless time changes it. */
export function conditionInput(kind: Condition["kind"], facts: StationConditionFacts): unknown {
  switch (kind) {
    case "offline":
      return facts.up || facts.last_online;
    case "temperature":
      return facts.up && facts.temperature;
    case "clock_skew":
      return facts.up && facts.clock_skew_ms;
    case "battery_error":
      return facts.up && facts.failed_slots;
    case "battery_temperature":
      return facts.up && facts.hottest;
    case "camera_missing":
      return facts.up && facts.missing_cameras;
    case "firmware":
      return facts.firmware;
    case "no_swaps":
      return facts.usual_gap === null ? null : facts.last_swapped;
    case "error_rate":
      return facts.errors;
    case "link_flapping":
      return facts.losses;
    case "error_group":
    case "incident":
      return null;
  }
}

/**
 * When a condition may change although nothing else does (ms), because only time decides: errors and losses leave the time in which they are
 * counted, and swaps have been missing for long enough. Null if only a report can change it.
 */
export function nextChange(
  condition: Condition,
  facts: StationConditionFacts,
  { now, before }: { now: number; before: number | null },
): number | null {
  switch (condition.kind) {
    case "error_rate":
      return leaves(facts.errors[countLimit(condition.errors, before !== null) - 1], condition.minutes, now);
    case "link_flapping":
      return leaves(facts.losses[countLimit(condition.times, before !== null) - 1], condition.minutes, now);
    case "no_swaps": {
      if (facts.last_swapped === null || facts.usual_gap === null) return null;
      const at = facts.last_swapped + noSwapsMs(condition.times, facts.usual_gap);
      return at > now ? at : null;
    }
    case "offline":
    case "temperature":
    case "battery_error":
    case "battery_temperature":
    case "camera_missing":
    case "clock_skew":
    case "error_group":
    case "incident":
    case "firmware":
      return null;
  }
}

/** How many errors or losses it takes; an alert is over with less than half of them. */
function countLimit(limit: number, isFiring: boolean): number {
  return isFiring ? Math.ceil(limit / 2) : limit;
}

/** When something that happened at a time leaves the minutes in which it is counted; null if it did already. */
function leaves(at: number | undefined, minutes: number, now: number): number | null {
  const end = at === undefined ? now : at + minutes * MINUTE_MS;
  return end > now ? end : null;
}

/** How long there have to be no swaps (ms). */
function noSwapsMs(times: number, usualGap: number): number {
  return Math.max(NO_SWAPS_MIN_MS, times * usualGap);
}

/** How long a condition has to hold before it makes an alert (ms). */
export function holdMs(condition: Condition): number {
  return "minutes" in condition && HELD.has(condition.kind) ? condition.minutes * MINUTE_MS : 0;
}

/** Kinds whose minutes say how long the condition has to hold. Those of others are the time in which they count. */
const HELD: ReadonlySet<Condition["kind"]> = new Set([
  "offline",
  "temperature",
  "battery_temperature",
  "camera_missing",
]);

/** Kinds about what a station reports at the moment. While it is offline, its last reading says nothing. */
const READINGS: ReadonlySet<AlertKind> = new Set([
  "temperature",
  "battery_error",
  "battery_temperature",
  "camera_missing",
  "clock_skew",
]);

export function isReading(kind: AlertKind): boolean {
  return READINGS.has(kind);
}

type Holding = { since?: number | null; level?: number; plain?: string; detail?: string };

function holds(title: string, { since = null, level = 1, plain = title, detail = "" }: Holding = {}): ConditionState {
  return { state: "holds", since, level, title, plain, detail };
}

/** A station that was never online is not offline: it has not been installed yet. */
function offline({ up, last_online }: StationConditionFacts): ConditionState {
  if (up) return OVER;
  return last_online === null ? UNKNOWN : holds("Offline", { since: last_online });
}

function temperature(
  { direction, fahrenheit: limit }: Extract<Condition, { kind: "temperature" }>,
  { temperature: value }: StationConditionFacts,
  before: number | null,
): ConditionState {
  if (value === null) return UNKNOWN;
  const excess = direction === "above" ? value - limit : limit - value;
  const plain = `${Math.round(value)}°F inside`;
  const end = `${direction === "above" ? limit - BACK_F : limit + BACK_F}°F`;
  const texts = { plain, limit: `${limit}°F`, back: `Back at ${plain}, ends at ${end}` };
  return exceeding({ excess, margin: BACK_F, before, ...texts });
}

function batteryTemperature(limit: number, { hottest }: StationConditionFacts, before: number | null): ConditionState {
  if (hottest === null) return OVER;
  const [battery, value] = [`Battery in slot ${hottest.slot}`, `${hottest.celsius.toFixed(1)}°C`];
  const back = `${battery} back at ${value}, ends at ${limit - BACK_C}°C`;
  const texts = { plain: `${battery} at ${value}`, limit: `${limit}°C`, back };
  return exceeding({ excess: hottest.celsius - limit, margin: BACK_C, before, ...texts });
}

type Exceeding = {
  excess: number;
  /** How far it has to be back. */
  margin: number;
  before: number | null;
  plain: string;
  limit: string;
  /** The title while it is back within the limit, but not by the margin. */
  back: string;
};

function exceeding({ excess, margin, before, plain, limit, back }: Exceeding): ConditionState {
  if (excess <= (before === null ? 0 : -margin)) return OVER;
  const level = levelOf(excess, before, margin);
  return holds(excess > 0 ? `${plain}, limit ${limit}` : back, { level, plain });
}

/** A level is left downwards only by the margin. */
function levelOf(excess: number, before: number | null, margin: number): number {
  const level = 1 + Math.max(0, Math.floor(excess / LEVEL_DEGREES));
  const isNear = before !== null && excess > (before - 1) * LEVEL_DEGREES - margin;
  return isNear ? Math.max(level, before) : level;
}

function clockSkew(
  seconds: number,
  { clock_skew_ms: skew }: StationConditionFacts,
  before: number | null,
): ConditionState {
  if (skew === null) return UNKNOWN;
  const limit = seconds * SECOND_MS * (before === null ? 1 : 1 - BACK_CLOCK);
  if (Math.abs(skew) <= limit) return OVER;
  return holds(`Clock is ${Math.round(Math.abs(skew) / SECOND_MS)} s ${skew > 0 ? "ahead" : "behind"}`);
}

function noSwaps(times: number, { last_swapped, usual_gap }: StationConditionFacts, now: number): ConditionState {
  if (last_swapped === null || usual_gap === null) return UNKNOWN;
  if (now - last_swapped < noSwapsMs(times, usual_gap)) return OVER;
  return holds(`No swap for ${spanText(now - last_swapped)}, usually one in ${spanText(usual_gap)}`, {
    since: last_swapped,
  });
}

function spanText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.round(ms / MINUTE_MS))} min`;
  return ms < 48 * HOUR_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / (24 * HOUR_MS))} d`;
}
