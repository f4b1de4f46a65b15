import { readinessText, readinessTitle, type ReadinessClock, type ReadinessReason } from "@groundcrew/shared/readiness";
import type { StationType } from "@groundcrew/shared/telemetry";
import { shownText, untilText } from "../lib/index.ts";

/** A reason as a phrase: "No charged battery, next in about 15 min". `now` is in ms. */
export function reasonText(
  reason: ReadinessReason,
  { stationType, now }: { stationType: StationType; now: number },
): string {
  return shownText(readinessText(reason, stationType, readinessClock(now)));
}

/** A reason without what it says about times: "No charged battery". */
export function reasonTitle(reason: ReadinessReason, stationType: StationType): string {
  return shownText(readinessTitle(reason, stationType));
}

/** How reasons write times, in few characters. */
export function readinessClock(now: number): ReadinessClock {
  return { now, timeText: (at) => untilText(at, now) };
}
