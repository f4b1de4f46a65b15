import { ageMs, SECOND_MS, type Timestamp } from "../lib/index.ts";
import { TELEMETRY_PACE_S } from "./messages.ts";

/** How long a linked station may be silent: two and a half times the pause after which it must speak at the latest. */
export const LINK_SILENCE_MS = 2.5 * TELEMETRY_PACE_S.max * SECOND_MS;

/** How long a linked station may be silent until it is late: the pause after which it must speak at the latest, and a quarter. */
export const LINK_LATE_MS = 1.25 * TELEMETRY_PACE_S.max * SECOND_MS;

/** Whether a station has missed a report at `now` (ms): its link still counts as up, but what it said last is no news. */
export function hasMissedReport(of: { last_active: Timestamp | null }, now: number): boolean {
  const age = ageMs(of.last_active, now);
  return age === null || age > LINK_LATE_MS;
}

/**
 * Whether a station's link is up at `now` (ms): it has told of its birth, nothing has told of its death since, and its last message is
 * at most `LINK_SILENCE_MS` old. Derived wherever it is shown, so that a flag left behind cannot stick.
 */
export function isLinkUp(of: { linked: boolean; last_active: Timestamp | null }, now: number): boolean {
  const age = ageMs(of.last_active, now);
  return of.linked && age !== null && age <= LINK_SILENCE_MS;
}
