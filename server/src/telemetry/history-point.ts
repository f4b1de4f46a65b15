import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { HistoryPoint, StationState } from "./state.ts";

/**
 * The point to be written when the history no longer says what is known of a station at a time (ms); else null. A station that
 * never spoke has none.
 */
export function pointToRecord(state: StationState, at: number): HistoryPoint | null {
  const { recorded, swaps_performed, linked: online, door, pad } = state;
  if (state.last_telemetry === null) return null;
  if (
    recorded?.swaps_performed === swaps_performed &&
    recorded.online === online &&
    recorded.door === door &&
    recorded.pad === pad
  ) {
    return null;
  }
  const minute = startOfMinute(at);
  // Never before the newest: the clock may have been set back, and a point must not hide behind it.
  const last = recorded === null || recorded.minute < minute ? minute : recorded.minute;
  return { minute: last, swaps_performed, online, door, pad };
}

export function startOfMinute(at: number): string {
  return new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS).toISOString();
}
