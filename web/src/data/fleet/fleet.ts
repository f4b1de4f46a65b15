import { mergeStations, Stations, type RemovedStation, type StationChange } from "@groundcrew/shared/stations";
import { MINUTE_MS, type Timestamp } from "@groundcrew/shared/lib";

/** The loaded stations that the user may see. */
export type Fleet = {
  /** By name. The map and each station keep their identity until they change. */
  stations: Stations;
  /** The `If-None-Match` of the next request, and the time from which to request changes. */
  etag: string | null;
  asOf: Timestamp | null;
  /** The server's time of its last response (ms). */
  respondedAt: number;
  /** How old the data was when it arrived (ms). */
  ageMs: number;
  /** The page's time (ms) of the last response, and of the last full one. */
  updatedMs: number;
  fullRefreshMs: number;
  /** True if live changes since `asOf` did not fit the list, so that something may be missing until the next response. */
  isInDoubt?: true;
};

/** When a response arrived: the page's time and the server's (ms). */
export type ReceivedAt = { pageMs: number; serverMs: number };

/** A response to `GET /api/stations`. No `changes` for a 304. */
export type FleetResponse = {
  changes: readonly StationChange[] | null;
  /** True if the list is complete with it: it contains all stations, or the client has them all. */
  isFull: boolean;
  etag: string | null;
  asOf: Timestamp | null;
  ageMs: number;
};

const FULL_REFRESH_MS = 10 * MINUTE_MS;
const FULL_REFRESH_AFTER_SILENCE_MS = 5 * MINUTE_MS;

/** True if the next request is for everything: at first, every ten minutes, and after five minutes without a response. */
export function needsFullRefresh(fleet: Fleet | undefined, pageMs: number): boolean {
  if (!fleet || fleet.asOf === null) return true;
  return pageMs - fleet.fullRefreshMs >= FULL_REFRESH_MS || pageMs - fleet.updatedMs > FULL_REFRESH_AFTER_SILENCE_MS;
}

/** The fleet after a response. A full response also removes every station that it does not contain. */
export function mergeResponse(fleet: Fleet | undefined, response: FleetResponse, receivedAt: ReceivedAt): Fleet {
  const { isFull } = response;
  const known = fleet?.stations ?? Stations.of(new Map());
  const changes = (response.changes ?? []).map((change) => withKnownConfig(change, known));
  const removed = isFull && response.changes ? missingFrom(known, changes) : [];
  const { stations, isComplete } = mergeStations(known, [...changes, ...removed]);
  return {
    stations,
    // Without them, the next request is for everything.
    etag: isComplete ? (response.etag ?? fleet?.etag ?? null) : null,
    asOf: isComplete ? (response.asOf ?? fleet?.asOf ?? null) : null,
    respondedAt: receivedAt.serverMs,
    ageMs: response.ageMs,
    updatedMs: receivedAt.pageMs,
    fullRefreshMs: isFull || !fleet ? receivedAt.pageMs : fleet.fullRefreshMs,
  };
}

/** A config revision never changes, so it stays the same object even when its station changes. */
export function withKnownConfig(change: StationChange, known: Fleet["stations"]): StationChange {
  if (!("rev" in change) || !change.config_latest) return change;
  const config = known.rows.get(change.name)?.config_latest;
  return config?.created === change.config_latest.created ? { ...change, config_latest: config } : change;
}

function missingFrom(known: Stations, list: FleetResponse["changes"] & object): RemovedStation[] {
  if (known.size === 0) return [];
  const named = new Set(list.flatMap((item) => ("rev" in item ? item.name : [])));
  return [...known.keys()].filter((name) => !named.has(name)).map((name) => ({ name, removed: true }));
}
