import { mergeStations, type RemovedStation, type Station } from "@groundcrew/shared/stations";
import { MINUTE_MS, type Timestamp } from "@groundcrew/shared/lib";

/** Everything known about the stations the user may see. */
export type Fleet = {
  /** By name. The map and each station keep their identity until they change. */
  stations: ReadonlyMap<string, Station>;
  /** What to send as `If-None-Match` with the next call, and the time to ask for changes since. */
  etag: string | null;
  asOf: Timestamp | null;
  /** When the server last answered, and when it last sent everything (ms, this computer's clock). */
  updatedAt: number;
  wholeAt: number;
  /** The server's clock minus this computer's, in ms: ages are counted on the server's. */
  skewMs: number;
  /** Calls since then that failed. */
  missed: Missed | null;
};

/** How many calls in a row failed, why the last did, and whether someone had pressed Refresh for one of them. */
export type Missed = { count: number; sentence: string; isAsked: boolean };

/** An answer to `GET /api/stations`. No `changes` is a 304. */
export type Answer = {
  changes: readonly (Station | RemovedStation)[] | null;
  /** Whether it names all stations there are, because everything was asked for or the server could not tell less. */
  isWhole: boolean;
  etag: string | null;
  asOf: Timestamp | null;
  /** The answer's `Date` header. */
  date: string | null;
};

const WHOLE_EVERY_MS = 10 * MINUTE_MS;
const WHOLE_AFTER_SILENCE_MS = 5 * MINUTE_MS;

/** Whether the next call asks for everything: at first, every ten minutes, and after five minutes without an answer. */
export function needsWhole(fleet: Fleet | undefined, now: number): boolean {
  if (!fleet || fleet.asOf === null) return true;
  return now - fleet.wholeAt >= WHOLE_EVERY_MS || now - fleet.updatedAt > WHOLE_AFTER_SILENCE_MS;
}

/** The fleet after an answer received at `now` (ms). A whole answer also drops every station it does not name. */
export function afterAnswer(fleet: Fleet | undefined, answer: Answer, now: number): Fleet {
  const { isWhole } = answer;
  const known = fleet?.stations ?? new Map<string, Station>();
  const changes = (answer.changes ?? []).map((change) => withKnownConfig(change, known));
  const gone = isWhole && answer.changes ? absentFrom(known, changes) : [];
  return {
    stations: mergeStations<Station>(known, [...changes, ...gone]),
    etag: answer.etag ?? fleet?.etag ?? null,
    asOf: answer.asOf ?? fleet?.asOf ?? null,
    updatedAt: now,
    wholeAt: isWhole || !fleet ? now : fleet.wholeAt,
    skewMs: skewOf(answer.date, now),
    missed: null,
  };
}

/** A revision of a configuration never changes, so it stays the same object however often its station changes. */
function withKnownConfig(change: Station | RemovedStation, known: Fleet["stations"]): Station | RemovedStation {
  if ("removed" in change || !change.config_latest) return change;
  const config = known.get(change.name)?.config_latest;
  return config?.created === change.config_latest.created ? { ...change, config_latest: config } : change;
}

/** The fleet after a call that failed: all of it stays, and is marked as growing old. */
export function afterFailure(fleet: Fleet, { sentence, isAsked }: Omit<Missed, "count">): Fleet {
  return { ...fleet, missed: missedAgain(fleet.missed, { sentence, isAsked }) };
}

/** One more call that failed. What someone asked for in vain stays said until an answer comes. */
export function missedAgain(before: Missed | null, { sentence, isAsked }: Omit<Missed, "count">): Missed {
  return { count: (before?.count ?? 0) + 1, sentence, isAsked: isAsked || (before?.isAsked ?? false) };
}

function absentFrom(known: ReadonlyMap<string, Station>, list: Answer["changes"] & object): RemovedStation[] {
  if (known.size === 0) return [];
  const named = new Set(list.map(({ name }) => name));
  return [...known.keys()].filter((name) => !named.has(name)).map((name) => ({ name, removed: true }));
}

/** Smaller differences are the header's whole seconds and the way the answer took. */
const SKEW_MIN_MS = 3_000;

/** How far the server's clock is ahead of this computer's (ms), by the `Date` header of an answer received at `now`. */
export function skewOf(date: string | null, now: number): number {
  const skewMs = date === null ? 0 : Date.parse(date) - now;
  return Math.abs(skewMs) >= SKEW_MIN_MS ? skewMs : 0;
}
