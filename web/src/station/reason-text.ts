import { readinessText, type ReadinessReason } from "@groundcrew/shared/readiness";
import type { StationType } from "@groundcrew/shared/telemetry";
import { untilText } from "../lib/index.ts";

/** A reason as a phrase: "No charged battery, next in about 15 min". `now` is in ms. */
export function reasonText(
  reason: ReadinessReason,
  { stationType, now }: { stationType: StationType; now: number },
): string {
  return readinessText(reason, stationType, { now, timeText: (at) => timeText(at, now) });
}

/** A time in a reason, in few characters. */
export function timeText(at: number, now: number): string {
  return untilText(new Date(at).toISOString(), now);
}
