import { mergeStations, type RemovedStation, type Station } from "@groundcrew/shared/stations";
import { MINUTE_MS, type Timestamp } from "@groundcrew/shared/lib";

/** Everything known about the stations the user may see. */
export type Fleet = {
  /** By name. The map and each station keep their identity until they change. */
  stations: ReadonlyMap<string, Station>;
  /** What to send as `If-None-Match` with the next call, and the time to ask for changes since. */
  etag: string | null;
  asOf: Timestamp | null;
  /** The server's time at its last answer (ms). */
  answeredAt: number;
  /** When the server last answered, and when it last sent everything (the page's time, ms). */
  updatedMs: number;
  fullRefreshMs: number;
};

/** When an answer came: the page's time and the server's (ms). */
export type Received = { pageMs: number; serverMs: number };

/** An answer to `GET /api/stations`. No `changes` is a 304. */
export type Answer = {
  changes: readonly (Station | RemovedStation)[] | null;
  /** Whether it names all stations there are, because everything was asked for or the server could not tell less. */
  isWhole: boolean;
  etag: string | null;
  asOf: Timestamp | null;
};

const FULL_REFRESH_MS = 10 * MINUTE_MS;
const FULL_REFRESH_AFTER_SILENCE_MS = 5 * MINUTE_MS;

/** Whether the next call asks for everything: at first, every ten minutes, and after five minutes without an answer. */
export function needsFullRefresh(fleet: Fleet | undefined, pageMs: number): boolean {
  if (!fleet || fleet.asOf === null) return true;
  return pageMs - fleet.fullRefreshMs >= FULL_REFRESH_MS || pageMs - fleet.updatedMs > FULL_REFRESH_AFTER_SILENCE_MS;
}

/** The fleet after an answer. A whole answer also drops every station it does not name. */
export function mergeReply(fleet: Fleet | undefined, answer: Answer, received: Received): Fleet {
  const { isWhole } = answer;
  const known = fleet?.stations ?? new Map<string, Station>();
  const changes = (answer.changes ?? []).map((change) => withKnownConfig(change, known));
  const gone = isWhole && answer.changes ? absentFrom(known, changes) : [];
  return {
    stations: mergeStations<Station>(known, [...changes, ...gone]),
    etag: answer.etag ?? fleet?.etag ?? null,
    asOf: answer.asOf ?? fleet?.asOf ?? null,
    answeredAt: received.serverMs,
    updatedMs: received.pageMs,
    fullRefreshMs: isWhole || !fleet ? received.pageMs : fleet.fullRefreshMs,
  };
}

/** A revision of a configuration never changes, so it stays the same object however often its station changes. */
function withKnownConfig(change: Station | RemovedStation, known: Fleet["stations"]): Station | RemovedStation {
  if ("removed" in change || !change.config_latest) return change;
  const config = known.get(change.name)?.config_latest;
  return config?.created === change.config_latest.created ? { ...change, config_latest: config } : change;
}

function absentFrom(known: ReadonlyMap<string, Station>, list: Answer["changes"] & object): RemovedStation[] {
  if (known.size === 0) return [];
  const named = new Set(list.map(({ name }) => name));
  return [...known.keys()].filter((name) => !named.has(name)).map((name) => ({ name, removed: true }));
}
