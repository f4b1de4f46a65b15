import { z } from "zod";
import { timestamp, type Timestamp } from "../lib/index.ts";

/** Whether a drone can land and swap: yes, yes but a person is needed soon, no, or not known. */
export const readinessState = z.enum(["ready", "limited", "not_ready", "unknown"]);
export type ReadinessState = z.output<typeof readinessState>;

/** The name of each state. */
export const readinessLabels: Readonly<Record<ReadinessState, string>> = {
  ready: "Ready",
  limited: "Limited",
  not_ready: "Not ready",
  unknown: "Unknown",
};

/**
 * The effect of a reason on the state, worst first. A station with a reason `maintenance` is Not ready, and counted apart; `unknown` makes it
 * Unknown, `block` Not ready and `limit` Limited. `info` has no effect.
 */
export const reasonEffect = z.enum(["maintenance", "unknown", "block", "limit", "info"]);
export type ReasonEffect = z.output<typeof reasonEffect>;

/** The state that follows from the worst effect of all reasons. */
export const stateOfEffect: Readonly<Record<ReasonEffect, ReadinessState>> = {
  maintenance: "not_ready",
  unknown: "unknown",
  block: "not_ready",
  limit: "limited",
  info: "ready",
};

/** True if one effect is at least as bad as another one. */
export function isAtLeast(effect: ReasonEffect, other: ReasonEffect): boolean {
  return reasonEffect.options.indexOf(effect) <= reasonEffect.options.indexOf(other);
}

/** Codes of reasons, in the order in which reasons with the same effect are listed. */
export const reasonCode = z.enum([
  "maintenance",
  "never",
  "no_data",
  "offline",
  "silent",
  "stopped",
  "starting",
  "stuck",
  "swaps_failed",
  "error_group",
  "no_battery",
  "few_batteries",
  "no_slot",
  "gripper",
  "pad_taken",
  "pad_unknown",
  "door_unknown",
  "pad_level",
  "door_open",
  "latch",
  "gantry",
  "job_failed",
  "temperature",
  "hexboard",
  "charger",
  "camera",
  "message",
  "busy",
  "drone",
]);
export type ReasonCode = z.output<typeof reasonCode>;

/** The name of each reason where stations of every type are counted by it. */
export const reasonLabels: Readonly<Record<ReasonCode, string>> = {
  maintenance: "In maintenance",
  never: "Never connected",
  no_data: "Telemetry is off",
  offline: "Offline",
  silent: "No telemetry",
  stopped: "Stopped",
  starting: "Starting",
  stuck: "Busy too long",
  swaps_failed: "Swaps failed",
  error_group: "Error of a marked group",
  no_battery: "No charged battery",
  few_batteries: "Few charged batteries",
  no_slot: "No empty slot",
  gripper: "Gripper closed",
  pad_taken: "Pad occupied",
  pad_unknown: "Pad sensor unknown",
  door_unknown: "Door position unknown",
  pad_level: "Pad raised",
  door_open: "Door open",
  latch: "Latch open",
  gantry: "Gantry not home",
  job_failed: "Movement job failed",
  temperature: "Hot or cold inside",
  hexboard: "HexBoard not detected",
  charger: "Slots with a battery error",
  camera: "Camera missing",
  message: "Reported by the station",
  busy: "Busy",
  drone: "Drone on the pad",
};

/** The values in the text of a reason. `was` is the state before it became unknown, `ignored_until` the time until which it is ignored. */
export const reasonArgs = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));
export type ReasonArgs = z.output<typeof reasonArgs>;

/** Why a station is not simply ready. `since` is when it began, which is before it counts for as long as it has to hold. */
export const readinessReason = z.object({
  code: reasonCode,
  effect: reasonEffect,
  since: timestamp,
  args: reasonArgs,
});
export type ReadinessReason = z.output<typeof readinessReason>;

/** The fields of reports that reasons need, by the name in "Not checked: latch, gantry (not reported)". */
export const READINESS_FIELDS = [
  "system",
  "charger",
  "grippers",
  "pad",
  "door",
  "pad level",
  "latch",
  "gantry",
  "temperature",
  "HexBoard",
  "cameras",
] as const;
export type ReadinessField = (typeof READINESS_FIELDS)[number];

/** A bit for each field, for sets of them. */
export function bitOf(field: ReadinessField): number {
  return 1 << READINESS_FIELDS.indexOf(field);
}

/**
 * The readiness of a station. It stays the same object until something in it changes. `since` is when the state began. `reasons` are all
 * reasons, worst first. `charged` batteries are in `slots` slots; both are null while no charger is reported. `next_charged_at` is when the next
 * battery will be charged, in steps of five minutes; null without an estimate. `busy` is the word that the system reports while it works.
 * `not_checked` are the fields that the station does not report.
 */
export type Readiness = {
  state: ReadinessState;
  since: Timestamp;
  reasons: readonly ReadinessReason[];
  charged: number | null;
  slots: number | null;
  next_charged_at: Timestamp | null;
  busy: string | null;
  not_checked: readonly ReadinessField[];
};

/** Reasons in the row of a station. */
const ROW_REASONS = 3;

/** The readiness in a station's row: its first reasons, and the number of `more` ones. */
export const rowReadiness = z.object({
  state: readinessState,
  since: timestamp,
  reasons: z.array(readinessReason).max(ROW_REASONS),
  more: z.int().nonnegative(),
  charged: z.int().nonnegative().nullable(),
  slots: z.int().nonnegative().nullable(),
  next_charged_at: timestamp.nullable(),
  busy: z.string().nullable(),
});
export type RowReadiness = z.output<typeof rowReadiness>;

/** The readiness as the row has it. */
export function rowOfReadiness(readiness: Readiness): RowReadiness {
  const { state, since, reasons, charged, slots, next_charged_at, busy } = readiness;
  const more = Math.max(0, reasons.length - ROW_REASONS);
  return { state, since, reasons: reasons.slice(0, ROW_REASONS), more, charged, slots, next_charged_at, busy };
}
