import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { StationChange } from "@groundcrew/shared/stations";
import type { LivePart } from "../live/index.ts";

/** The limits of the log. A list that is older than what it has left is requested again. */
const KEPT_MS = MINUTE_MS;
const MAX_BYTES = 16_000_000;
const MAX_ENTRIES = 1_000;

/** Changes of the list of stations, from after one time of the server until another (ms), of rows with these parts. */
export type LiveChanges = {
  sinceMs: number;
  atMs: number;
  parts: readonly LivePart[];
  changes: readonly StationChange[];
  /** The hash of the revisions of all rows then; null if the server did not send it. */
  revisionsHash: number | null;
  bytes: number;
};

type Entry = LiveChanges & {
  /** Numbers without gaps, except where changes may be missing. */
  seq: number;
  /** The page's time (ms). */
  receivedMs: number;
};

/** The changes of the last minute that the stream of live changes has sent, oldest first. */
export type LiveLog = readonly Entry[];

/** A list that the changes may be applied to. */
export type ListPosition = {
  parts: readonly LivePart[];
  /** The server's time up to which it has all changes (ms). */
  atMs: number;
  /** The last entry that was applied to it; null if none was since it was loaded. */
  seq: number | null;
};

/** The log after the stream sent changes. */
export function withChanges(log: LiveLog, changes: LiveChanges, nowMs: number): LiveLog {
  return extended(log, { changes, isGap: changes.sinceMs > endOf(log), nowMs });
}

/** The log after the stream continued from the list at a time. `isGap` if changes before that time may be missing. */
export function withPosition(
  log: LiveLog,
  { atMs, parts, isGap }: { atMs: number; parts: readonly LivePart[]; isGap: boolean },
  nowMs: number,
): LiveLog {
  const changes = { sinceMs: atMs, atMs, parts, changes: [], revisionsHash: null, bytes: 0 };
  return extended(log, { changes, isGap: isGap || atMs > endOf(log), nowMs });
}

function endOf(log: LiveLog): number {
  return log.reduce((end, { atMs }) => Math.max(end, atMs), Number.NEGATIVE_INFINITY);
}

function extended(
  log: LiveLog,
  { changes, isGap, nowMs }: { changes: LiveChanges; isGap: boolean; nowMs: number },
): LiveLog {
  const lastSeq = log.at(-1)?.seq ?? 0;
  const entry = { ...changes, seq: lastSeq + (isGap ? 2 : 1), receivedMs: nowMs };
  if (isGap) return [entry];
  const kept = log.filter(({ receivedMs }) => nowMs - receivedMs <= KEPT_MS).slice(1 - MAX_ENTRIES);
  let bytes = entry.bytes;
  const from = kept.findLastIndex((old) => (bytes += old.bytes) > MAX_BYTES);
  return [...kept.slice(from + 1), entry];
}

/** The changes that a list lacks, oldest first; null if some of them may be missing here. */
export function lacking(log: LiveLog, { parts, atMs, seq }: ListPosition): LiveLog | null {
  const hasParts = (entry: Entry) => parts.every((part) => entry.parts.includes(part));
  const [first] = log;
  if (!first) return null;
  if (seq !== null && seq >= first.seq - 1) {
    const rest = log.filter((entry) => entry.seq > seq);
    return rest.every(hasParts) ? rest : null;
  }
  const usable = log.slice(log.findLastIndex((entry) => !hasParts(entry)) + 1);
  const [oldest] = usable;
  if (!oldest || atMs < oldest.sinceMs) return null;
  return usable.filter((entry) => entry.atMs >= atMs);
}
