import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { MinutePoint, StationState } from "./telemetry/state.ts";

/**
 * The point to write when the newest history point differs from the state at a time (ms), else null. A station that never sent anything has
 * no points.
 */
export function pointToRecord(state: StationState, at: number): MinutePoint | null {
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
  // Never before the newest: the clock may have been set back, and a new point must not sort before it.
  const last = recorded === null || recorded.minute < minute ? minute : recorded.minute;
  return { minute: last, swaps_performed, online, door, pad };
}

export function startOfMinute(at: number): string {
  return new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS).toISOString();
}
