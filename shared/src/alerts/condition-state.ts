import { compareVersions, HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/index.ts";
import type { Condition } from "./kind.ts";

/** How far a temperature has to be back for the alert to be over (°F). */
const BACK_F = 3;
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
 * Whether a condition holds: since when (null for since now), and how bad it is, which grows when it gets worse. `unknown` changes
 * nothing.
 */
export type ConditionState =
  | { state: "holds"; since: number | null; level: number; title: string; detail: string }
  | { state: "over" }
  | { state: "unknown" };

const OVER = { state: "over" } as const;
const UNKNOWN = { state: "unknown" } as const;

/** Whether a condition of a station holds at `now` (ms). `isFiring` is whether it already made an alert. */
export function conditionState(
  condition: Condition,
  facts: StationConditionFacts,
  { now, isFiring }: { now: number; isFiring: boolean },
): ConditionState {
  switch (condition.kind) {
    case "offline":
      return offline(facts);
    case "temperature":
      return temperature(condition, facts, isFiring);
    case "battery_error": {
      const slots = facts.failed_slots;
      if (slots.length === 0) return OVER;
      const detail = slots.length === 1 ? `slot ${slots[0]}` : `slots ${slots.join(", ")}`;
      return holds(`Battery Error in ${detail}`, { level: slots.length });
    }
    case "battery_temperature":
      return batteryTemperature(condition.celsius, facts);
    case "camera_missing": {
      const cameras = facts.missing_cameras;
      if (cameras.length === 0) return facts.up ? OVER : UNKNOWN;
      const title = cameras.length === 1 ? `${cameras[0]} is missing` : `${cameras.length} cameras are missing`;
      return holds(title, { level: cameras.length, detail: cameras.length === 1 ? "" : cameras.join(", ") });
    }
    case "clock_skew":
      return clockSkew(condition.seconds, facts);
    case "no_swaps":
      return noSwaps(condition.times, facts, now);
    case "error_rate": {
      const count = facts.errors.filter((at) => at > now - condition.minutes * MINUTE_MS).length;
      return count >= condition.errors
        ? holds(`${count} ${count === 1 ? "error" : "errors"} within ${condition.minutes} min`)
        : OVER;
    }
    case "firmware": {
      if (facts.firmware === null) return UNKNOWN;
      const isOld = compareVersions(facts.firmware, condition.older_than) < 0;
      return isOld ? holds(`Firmware ${facts.firmware}, older than ${condition.older_than}`) : OVER;
    }
    case "link_flapping": {
      const count = facts.losses.filter((at) => at > now - condition.minutes * MINUTE_MS).length;
      return count >= condition.times ? holds(`Link lost ${count} times within ${condition.minutes} min`) : OVER;
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
      return facts.failed_slots;
    case "battery_temperature":
      return facts.hottest;
    case "camera_missing":
      return facts.missing_cameras;
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
export function nextChange(condition: Condition, facts: StationConditionFacts, now: number): number | null {
  switch (condition.kind) {
    case "error_rate":
      return leaves(facts.errors[condition.errors - 1], condition.minutes, now);
    case "link_flapping":
      return leaves(facts.losses[condition.times - 1], condition.minutes, now);
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

function holds(
  title: string,
  { since = null, level = 1, detail = "" }: { since?: number | null; level?: number; detail?: string } = {},
): ConditionState {
  return { state: "holds", since, level, title, detail };
}

/** A station that was never online is not offline: it has not been installed yet. */
function offline({ up, last_online }: StationConditionFacts): ConditionState {
  if (up) return OVER;
  return last_online === null ? UNKNOWN : holds("Offline", { since: last_online });
}

function temperature(
  { direction, fahrenheit }: Extract<Condition, { kind: "temperature" }>,
  { temperature: value, up }: StationConditionFacts,
  isFiring: boolean,
): ConditionState {
  if (value === null || !up) return UNKNOWN;
  const excess = direction === "above" ? value - fahrenheit : fahrenheit - value;
  const isOver = isFiring ? excess <= -BACK_F : excess <= 0;
  if (isOver) return OVER;
  return holds(`${Math.round(value)}°F inside, limit ${fahrenheit}°F`, { level: levelOf(excess) });
}

function batteryTemperature(limit: number, { hottest }: StationConditionFacts): ConditionState {
  if (hottest === null || hottest.celsius <= limit) return OVER;
  return holds(`Battery in slot ${hottest.slot} at ${hottest.celsius.toFixed(1)}°C, limit ${limit}°C`, {
    level: levelOf(hottest.celsius - limit),
  });
}

/** It gets worse with each five degrees. */
function levelOf(excess: number): number {
  return 1 + Math.max(0, Math.floor(excess / 5));
}

function clockSkew(seconds: number, { clock_skew_ms: skew, up }: StationConditionFacts): ConditionState {
  if (skew === null || !up) return UNKNOWN;
  if (Math.abs(skew) <= seconds * SECOND_MS) return OVER;
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
