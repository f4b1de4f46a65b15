import {
  briefReadinessText,
  readinessText,
  reasonLabels,
  type ReadinessReason,
  type ReasonCode,
} from "../readiness/index.ts";
import type { StationType } from "../telemetry/index.ts";

/** Reasons whose texts are those of errors and messages. A wallboard says only what kind of reason it is. */
const WITHOUT_TEXT: ReadonlySet<ReasonCode> = new Set(["error_group", "message"]);
/** Reasons that say when they are likely to be over. */
const WITH_ESTIMATE: ReadonlySet<ReasonCode> = new Set(["no_battery", "few_batteries"]);

/** A reason on a wallboard, at a time (ms). Since when it is true is stated apart, and errors and messages are not repeated. */
export function wallReasonText(reason: ReadinessReason, stationType: StationType, now: number): string {
  if (WITHOUT_TEXT.has(reason.code)) return reasonLabels[reason.code];
  if (!WITH_ESTIMATE.has(reason.code)) return briefReadinessText(reason, stationType);
  return readinessText(reason, stationType, { now, timeText: String });
}
