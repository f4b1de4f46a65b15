import { ageMs, SECOND_MS, type Timestamp } from "../lib/index.ts";

/** Interval between snapshots: at least `min` when something changes, at most `max` when nothing does. */
export const TELEMETRY_PACE_S = { min: 10, max: 60 } as const;

/** How long a connected station may be silent before it counts as offline: two and a half times its longest reporting interval. */
export const LINK_SILENCE_MS = 2.5 * TELEMETRY_PACE_S.max * SECOND_MS;

/** How long a connected station may be silent before it is late: its longest reporting interval plus a quarter. */
export const LINK_LATE_MS = 1.25 * TELEMETRY_PACE_S.max * SECOND_MS;

/** Whether a station has missed a report at `now` (ms): it still counts as online, but its last report is stale. */
export function hasMissedReport(station: { last_active: Timestamp | null }, now: number): boolean {
  const age = ageMs(station.last_active, now);
  return age === null || age > LINK_LATE_MS;
}

/**
 * Whether a station's link is up at `now` (ms): it sent a birth, no death followed, and its last message is at most `LINK_SILENCE_MS` old.
 * Always derived, so that a stored flag cannot become stale.
 */
export function isLinkUp(station: { linked: boolean; last_active: Timestamp | null }, now: number): boolean {
  const age = ageMs(station.last_active, now);
  return station.linked && age !== null && age <= LINK_SILENCE_MS;
}
