import { BOOT_LEAP_MAX } from "@groundcrew/shared/link";
import type { Change } from "./change.ts";
import { countSwaps } from "./count-swaps.ts";
import type { StationState } from "./state.ts";

type Spoke = Extract<Change, { kind: "spoke" }>;

/** What is known of a station after something happened to it. Anything outdated changes nothing but when it was heard. */
export function applyChange(state: StationState, change: Change): StationState {
  switch (change.kind) {
    case "spoke":
      if (isBootLeap(state, change)) return heard(state, change.at);
      return isNewer(state, change) ? speak(heard(state, change.at), change) : born(heard(state, change.at), change);
    case "heard":
      return heard(state, change.at);
    case "died":
      return isOfNewest(state, change) ? unlinked(state) : state;
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

/** Whether a message carries a boot counter that no number of restarts explains. */
export function isBootLeap(state: StationState, { boot }: { boot: number }): boolean {
  return boot > state.boot + BOOT_LEAP_MAX;
}

/** Whether no connection is known that began after the one that has died. */
function isOfNewest(state: StationState, { boot, seq }: Extract<Change, { kind: "died" }>): boolean {
  return boot === state.boot && (seq === null || seq >= state.born_seq);
}

/** Takes note of a birth. Only a birth says how swaps are to be counted. */
function born(state: StationState, { boot, seq, counting }: Spoke): StationState {
  return counting && boot === state.boot && seq > state.born_seq ? { ...state, born_seq: seq } : state;
}

function speak(before: StationState, change: Spoke): StationState {
  const { at, boot, seq, skewMs, reading, counting } = change;
  const state = born(boot === before.boot ? before : { ...before, boot, born_seq: 0 }, change);
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
