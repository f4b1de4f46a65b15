import type { Change } from "./change.ts";
import { countSwaps } from "./count-swaps.ts";
import type { StationState } from "./state.ts";

type Spoke = Extract<Change, { kind: "spoke" }>;

/** What is known of a station after something happened to it. Anything outdated changes nothing but when it was heard. */
export function applyChange(state: StationState, change: Change): StationState {
  switch (change.kind) {
    case "spoke":
      return isNewer(state, change) ? speak(heard(state, change.at), change) : heard(state, change.at);
    case "heard":
      return heard(state, change.at);
    case "died":
      return change.boot === state.boot ? unlinked(state) : state;
    case "lost":
      return unlinked(state);
    case "silent":
      return isSilent(state, change.since) ? unlinked(state) : state;
  }
}

/** Whether a message is later than all that were taken in before, by the station's own counters. */
export function isNewer(state: StationState, { boot, seq }: { boot: number; seq: number }): boolean {
  if (state.last_telemetry === null) return true;
  return boot > state.boot || (boot === state.boot && seq > state.seq);
}

function speak(state: StationState, { at, boot, seq, skewMs, reading, counting }: Spoke): StationState {
  const counted = countSwaps(state, reading.swaps_performed, counting);
  // The first reading tells how many swaps there were, not that one has just been made.
  const hasSwapped = state.swaps_reported !== null && counted.swaps_performed > state.swaps_performed;
  return {
    ...state,
    boot,
    seq,
    linked: true,
    last_online: latest(state.last_online, at),
    last_telemetry: latest(state.last_telemetry, at),
    last_swapped: hasSwapped ? latest(state.last_swapped, at) : state.last_swapped,
    clock_skew_ms: skewMs,
    ...counted,
    door: reading.door,
    pad: reading.pad,
  };
}

function heard(state: StationState, at: number): StationState {
  return { ...state, last_active: latest(state.last_active, at) };
}

function unlinked(state: StationState): StationState {
  return state.linked ? { ...state, linked: false } : state;
}

function isSilent({ last_active }: StationState, since: number): boolean {
  return last_active === null || Date.parse(last_active) < since;
}

/** The later of both: what another server received may be handed in after what this one did. */
function latest(before: string | null, at: number): string {
  const now = new Date(at).toISOString();
  return before !== null && before > now ? before : now;
}
