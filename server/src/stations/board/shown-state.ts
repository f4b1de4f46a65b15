import type { BoardState } from "./row-text.ts";

/** A state without what only the next one is decided from. */
export function shownState(state: BoardState): BoardState {
  const { version, linked, last_active, last_swapped, last_online, last_telemetry, batteries } = state;
  const { clock_skew_ms, swaps_performed, invalid_messages } = state;
  const times = { last_active, last_swapped, last_online, last_telemetry };
  return { version, linked, ...times, clock_skew_ms, swaps_performed, batteries, invalid_messages };
}
