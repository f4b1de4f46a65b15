import { MAX_BOOT_INCREASE } from "@groundcrew/shared/link";
import { MINUTE_MS, type Timestamp } from "@groundcrew/shared/lib";
import { advanceSwaps } from "@groundcrew/shared/telemetry";
import type { InvalidSince } from "@groundcrew/shared/stations";
import type { Change, InvalidMessage, SwapCounting } from "./change.ts";
import type { StationState } from "./state.ts";

type SnapshotChange = Extract<Change, { kind: "snapshot" }>;

/** The state of a station after a change. An outdated change only updates the time of the last message. */
export function applyChange(state: StationState, change: Change): StationState {
  switch (change.kind) {
    case "snapshot": {
      const now = isoOf(change.at);
      const active = withLastActive(state, now);
      if (isBootTooHigh(state, change))
        return withInvalid(active, { topic: topicOf(change), detail: bootTooHigh(state), now });
      return isNewer(state, change) ? applyMessage(active, change, now) : applyBirth(active, change);
    }
    case "message":
      return withLastActive(state, isoOf(change.at));
    case "invalid": {
      const now = isoOf(change.at);
      return withInvalid(withLastActive(state, now), { ...change, now });
    }
    case "died":
      return isOfNewestConnection(state, change) ? unlinked(state) : state;
    case "lost":
      return unlinked(state);
    case "silent":
      return isSilent(state, change.since) ? unlinked(state) : state;
  }
}

/** Whether a message is newer than all processed ones, by the station's own counters. */
export function isNewer(state: StationState, { boot, seq }: { boot: number; seq: number }): boolean {
  if (state.last_telemetry === null) return true;
  return boot > state.boot || (boot === state.boot && seq > state.seq);
}

/** Whether a message's boot counter is too high to be explained by restarts. */
export function isBootTooHigh(state: StationState, { boot }: { boot: number }): boolean {
  return boot > state.boot + MAX_BOOT_INCREASE;
}

/** Whether no connection is known that began after the one that ended. */
function isOfNewestConnection(state: StationState, { boot, seq }: Extract<Change, { kind: "died" }>): boolean {
  return boot === state.boot && (seq === null || seq >= state.born_seq);
}

/** Records a birth. Only a birth says how swaps are counted. */
function applyBirth(state: StationState, { boot, seq, counting }: SnapshotChange): StationState {
  return counting && boot === state.boot && seq > state.born_seq ? { ...state, born_seq: seq } : state;
}

function applyMessage(before: StationState, change: SnapshotChange, now: Timestamp): StationState {
  const { boot, seq, skewMs, reading, counting } = change;
  const state = applyBirth(boot === before.boot ? before : { ...before, boot, born_seq: 0 }, change);
  const counted = countSwaps(state, reading.swaps_performed, counting);
  // The first reading gives the number of swaps so far; it does not mean that one was just made.
  const hasSwapped = state.swaps_reported !== null && counted.swaps_performed > state.swaps_performed;
  return {
    ...state,
    boot,
    seq,
    linked: true,
    last_active: latest(notAhead(state.last_active, now), now),
    last_online: latest(notAhead(state.last_online, now), now),
    last_telemetry: latest(notAhead(state.last_telemetry, now), now),
    last_swapped: hasSwapped ? latest(notAhead(state.last_swapped, now), now) : notAhead(state.last_swapped, now),
    clock_skew_ms: skewMs,
    ...counted,
    batteries: reading.batteries,
    invalid_messages: null,
    door: reading.door,
    pad: reading.pad,
  };
}

/** Describes a boot counter that is too high to be explained by restarts. */
export function bootTooHigh({ boot }: Pick<StationState, "boot">): string {
  return `boot: It is more than ${MAX_BOOT_INCREASE} above ${boot}, the highest one known.`;
}

function topicOf({ counting }: SnapshotChange): InvalidMessage["topic"] {
  return counting ? "birth" : "tele";
}

/** Records the first of consecutive invalid messages, so that a station that sends many changes its row once. */
function withInvalid(state: StationState, { topic, detail, now }: InvalidMessage & { now: Timestamp }): StationState {
  if (state.invalid_messages !== null) return state;
  return { ...state, invalid_messages: JSON.stringify({ since: now, topic, detail } satisfies InvalidSince) };
}

function withLastActive(state: StationState, now: Timestamp): StationState {
  const last_online = state.linked ? latest(state.last_online, now) : state.last_online;
  return { ...state, last_active: latest(state.last_active, now), last_online };
}

function unlinked(state: StationState): StationState {
  return state.linked ? { ...state, linked: false } : state;
}

function isSilent({ last_active }: StationState, since: number): boolean {
  return last_active === null || Date.parse(last_active) < since;
}

function isoOf(at: number): Timestamp {
  return new Date(at).toISOString();
}

/** The later of both: a message from another server may arrive after a later one of this server. */
function latest(before: Timestamp | null, now: Timestamp): Timestamp {
  return before !== null && before > now ? before : now;
}

/**
 * How far a time may be ahead of a message that the station sent later: messages wait to be stored, and those of another server may have
 * been stored first.
 */
const AHEAD_MAX_MS = 5 * MINUTE_MS;

/** A time that is no later than a message that the station sent afterwards: later ones were recorded while a server's clock was wrong. */
function notAhead(time: Timestamp | null, now: Timestamp): Timestamp | null {
  return time !== null && Date.parse(time) - Date.parse(now) > AHEAD_MAX_MS ? now : time;
}

type Counters = Pick<StationState, "swaps_performed" | "swaps_reported" | "swaps_by_events" | "swaps_by_counter">;

/**
 * The swap counts of a station after its own counter reads `reported` (null: not reported). Where events are counted, the counter has a
 * separate total, so that nothing is counted twice or missed when that ends, and so that both can be compared. `counting` is reported at
 * birth.
 */
export function countSwaps(before: Counters, reported: number | null, counting?: SwapCounting): Counters {
  const byEvents = counting?.byEvents ?? before.swaps_by_events;
  const next = {
    swaps_performed: before.swaps_performed,
    swaps_reported: reported ?? before.swaps_reported,
    swaps_by_events: byEvents,
    swaps_by_counter: byEvents ? before.swaps_by_counter : null,
  };
  if (reported === null) return next;
  if (byEvents && before.swaps_by_events) return { ...next, swaps_by_counter: counterTotal(before, reported) };
  const counted = byEvents ? withoutUnsent(reported, before.swaps_reported, counting?.unsent ?? 0) : reported;
  return {
    ...next,
    swaps_performed: advanceSwaps(before.swaps_performed, before.swaps_reported, counted),
    swaps_by_counter: byEvents ? advanceSwaps(before.swaps_performed, before.swaps_reported, reported) : null,
  };
}

/** The total according to the station's own counter. When it is first read, both totals start equal. */
function counterTotal(before: Counters, reported: number): number {
  const { swaps_by_counter: total, swaps_reported } = before;
  return total === null || swaps_reported === null
    ? before.swaps_performed
    : advanceSwaps(total, swaps_reported, reported);
}

/** The counter's reading before the swaps whose events are still to come, but no less than an earlier reading. */
function withoutUnsent(reported: number, reportedBefore: number | null, unsent: number): number {
  const least = reportedBefore !== null && reportedBefore <= reported ? reportedBefore : 0;
  return Math.max(least, reported - unsent);
}
