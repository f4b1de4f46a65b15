import {
  briefReadinessText,
  readinessText,
  reasonLabels,
  type ReadinessReason,
  type ReasonCode,
} from "../readiness/index.ts";
import type { StationType } from "../telemetry/index.ts";

/**
 * Reasons whose titles say more than their labels and have nothing that people or stations have written, but for the words of `system` that the rules know. Of
 * all others, such as errors, messages, cameras and jobs, which have names of their own, a wallboard says only what kind of reason it is.
 */
const WITH_TITLE: ReadonlySet<ReasonCode> = new Set([
  "offline",
  "silent",
  "stopped",
  "starting",
  "stuck",
  "swaps_failed",
  "no_slot",
  "gripper",
  "pad_taken",
  "pad_unknown",
  "door_unknown",
  "pad_level",
  "door_open",
  "latch",
  "gantry",
  "temperature",
  "charger",
]);
/** Reasons that say when they are likely to be over. */
const WITH_ESTIMATE: ReadonlySet<ReasonCode> = new Set(["no_battery", "few_batteries"]);

/** A reason on a wallboard, at a time (ms). Since when it is true is stated apart, and errors and messages are not repeated. */
export function wallReasonText(reason: ReadinessReason, stationType: StationType, now: number): string {
  if (WITH_ESTIMATE.has(reason.code)) return readinessText(reason, stationType, { now, timeText: utcTime });
  return WITH_TITLE.has(reason.code) ? briefReadinessText(reason, stationType) : reasonLabels[reason.code];
}

function utcTime(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`;
}
