import { revisionsHash } from "@groundcrew/shared/live";
import {
  AS_OF_OVERLAP_MS,
  bucketCount,
  bucketOf,
  differingBuckets,
  hashBuckets,
  namesHash,
  type Station,
  type StationChange,
  type VolatileUpdate,
} from "@groundcrew/shared/stations";
import { sampleStation } from "../../shared/test/sample-station.ts";
import { mergeResponse, type Fleet, type FleetResponse } from "../src/data/fleet/fleet.ts";
import { applyChanges, timeOf } from "../src/data/fleet/live-changes.ts";
import { lacking, withChanges, withPosition, type LiveChanges, type LiveLog } from "../src/data/fleet/live-log.ts";

const S = 1_000;
const START_MS = Date.UTC(2026, 0, 1, 12);
const iso = (ms: number) => new Date(ms).toISOString();

/** A row, when its content last changed, and when the station sent something, the last time last (ms). */
type Row = { rev: number; changedMs: number; activeMs: readonly [number, ...number[]] };

/** A server that has a list of stations: it answers requests for it, and sends what changes. */
export class ModelServer {
  nowMs = START_MS;
  startedMs = START_MS;
  #revisions = 0;
  readonly #rows = new Map<string, Row>();
  readonly #removed = new Map<string, number>();

  constructor() {
    for (const number of [1, 2, 3]) this.change(number);
  }

  /** The content of a row changes. A station without a row gets one. */
  change(number: number): void {
    this.#revisions += 1;
    this.#removed.delete(nameOf(number));
    this.#rows.set(nameOf(number), { rev: this.#revisions, changedMs: this.nowMs, activeMs: [this.nowMs] });
  }

  /** A station sends a message that changes nothing else. */
  message(number: number): void {
    const row = this.#rows.get(nameOf(number));
    if (row) this.#rows.set(nameOf(number), { ...row, activeMs: [...row.activeMs, this.nowMs] });
  }

  remove(number: number): void {
    if (this.#rows.delete(nameOf(number))) this.#removed.set(nameOf(number), this.nowMs);
  }

  /** It starts again with the same rows, and knows nothing of what changed before. */
  restart(): void {
    this.startedMs = this.nowMs;
    this.#removed.clear();
    for (const [name, row] of this.#rows) this.#rows.set(name, { ...row, changedMs: this.nowMs });
  }

  stations(): Station[] {
    return this.#stations(this.nowMs);
  }

  /** The whole list. Its readings are of an earlier time. */
  whole(ageMs: number): FleetResponse {
    const atMs = this.nowMs - ageMs;
    return { changes: this.#stations(atMs), isFull: true, etag: null, asOf: iso(atMs - AS_OF_OVERLAP_MS), ageMs };
  }

  /** What has changed since a time; `known` are the hashes of what the client has. */
  changes(asOf: string, known: string): FleetResponse {
    const sinceMs = Date.parse(asOf);
    const isKnown = sinceMs >= this.startedMs;
    const changes = isKnown
      ? [...this.#readings(sinceMs, sinceMs), ...this.#content(sinceMs)]
      : [...this.#readings(Infinity, sinceMs), ...this.#differing(known)];
    return { changes, isFull: false, etag: null, asOf: iso(this.nowMs - AS_OF_OVERLAP_MS), ageMs: 0 };
  }

  /** What the stream sends to a client that has all until `sinceMs`, and all readings until `readingsMs`. */
  event(sinceMs: number, readingsMs: number | null): LiveChanges {
    const readings = readingsMs === null ? [] : this.#readings(sinceMs, readingsMs - AS_OF_OVERLAP_MS);
    const revisionsHash = readingsMs === null ? null : this.hash();
    const changes = [...readings, ...this.#content(sinceMs)];
    return { sinceMs, atMs: this.nowMs, parts: [], changes, revisionsHash, bytes: 100 };
  }

  hash(): number {
    return revisionsHash(Array.from(this.#rows.values(), ({ rev }) => rev));
  }

  #stations(readAtMs: number): Station[] {
    return [...this.#rows.keys()].toSorted().flatMap((name) => this.#station(name, readAtMs));
  }

  #station(name: string, readAtMs = this.nowMs): Station[] {
    const row = this.#rows.get(name);
    if (!row) return [];
    const active = iso(row.activeMs.findLast((ms) => ms <= readAtMs) ?? row.activeMs[0]);
    const times = { last_active: active, last_online: active, last_telemetry: active };
    return [sampleStation({ name, rev: row.rev, serial_number: `Revision ${row.rev}`, clock_skew_ms: 0, ...times })];
  }

  #content(sinceMs: number): StationChange[] {
    const changed = [...this.#rows].filter(([, { changedMs }]) => changedMs >= sinceMs);
    const removed = [...this.#removed].filter(([, atMs]) => atMs >= sinceMs);
    return [
      ...changed.flatMap(([name]) => this.#station(name)),
      ...removed.map(([name]) => ({ name, removed: true as const })),
    ];
  }

  #differing(known: string): StationChange[] {
    const rows = Array.from(this.#rows, ([name, { rev }]) => ({ name, rev }));
    const buckets = differingBuckets(hashBuckets(rows, bucketCount(known)), known);
    const replaced = rows.filter(({ name }) => buckets.replaced.includes(bucketOf(name, buckets.count)));
    return [{ buckets }, ...replaced.flatMap(({ name }) => this.#station(name))];
  }

  /** Readings since a time of stations whose content has not changed since another. */
  #readings(contentMs: number, sinceMs: number): VolatileUpdate[] {
    const names = [...this.#rows.keys()].toSorted();
    const lastOf = ({ activeMs }: Row) => activeMs.at(-1) ?? 0;
    const isReading = (row: Row) => row.changedMs < contentMs && lastOf(row) >= sinceMs;
    const positions = names.flatMap((name, index) => {
      const row = this.#rows.get(name);
      return row && isReading(row) ? [{ index, agoMs: this.nowMs - lastOf(row) }] : [];
    });
    const ago = positions.map(({ agoMs }) => agoMs);
    return [
      {
        volatile: {
          at: iso(this.nowMs),
          names_hash: namesHash(names),
          skipped: positions.map(({ index }, place) => index - (positions[place - 1]?.index ?? -1) - 1),
          last_active: ago,
          last_online: ago,
          last_telemetry: ago,
          clock_skew_ms: ago.map(() => 0),
        },
      },
    ];
  }
}

function nameOf(number: number): string {
  return `gc-${number}`;
}

/** A client of the model server, with a stream and requests whose events and responses arrive later. */
export class ModelClient {
  readonly #server: ModelServer;
  fleet: Fleet | undefined;
  #log: LiveLog = [];
  #seq: number | null = null;
  /** Up to when the client has received changes; null before the first stream. */
  #positionMs: number | null = null;
  /** The open stream: up to when the server has sent changes and readings, and what has not arrived. */
  #stream: { sentMs: number; readingsMs: number; arriving: LiveChanges[] } | null = null;
  #response: FleetResponse | null = null;

  constructor(server: ModelServer) {
    this.#server = server;
  }

  /** Sends a request, unless one is running. */
  request({ isWhole = false, ageMs = 0 } = {}): void {
    const asOf = isWhole ? null : (this.fleet?.asOf ?? null);
    const known = hashBuckets([...(this.fleet?.stations.values() ?? [])]);
    this.#response ??= asOf === null ? this.#server.whole(ageMs) : this.#server.changes(asOf, known);
  }

  receiveResponse(): void {
    if (!this.#response) return;
    this.fleet = mergeResponse(this.fleet, this.#response, { pageMs: 0, serverMs: this.#server.nowMs });
    this.#response = null;
    this.#seq = null;
    this.apply(true);
  }

  /** Continues from the last event, or from the list. */
  connect(): void {
    const asOf = this.fleet?.asOf ?? null;
    const fromMs = this.#positionMs ?? (asOf === null ? null : Date.parse(asOf));
    if (this.#stream || fromMs === null) return;
    // A server does not know what the client missed before it started.
    const isKnown = fromMs >= this.#server.startedMs;
    this.#open(isKnown ? fromMs : this.#server.nowMs, !isKnown);
  }

  #open(fromMs: number, isGap: boolean): void {
    this.#positionMs = fromMs;
    this.#stream = { sentMs: fromMs, readingsMs: fromMs, arriving: [] };
    this.#log = withPosition(this.#log, { atMs: fromMs, parts: [], isGap }, this.#server.nowMs);
  }

  disconnect(): void {
    this.#stream = null;
  }

  /** The server sends what has changed; also readings if they are due. */
  send(): void {
    if (!this.#stream) return;
    const { nowMs } = this.#server;
    const { sentMs, readingsMs, arriving } = this.#stream;
    const isDue = nowMs - readingsMs >= 10 * S;
    arriving.push(this.#server.event(sentMs, isDue ? readingsMs : null));
    this.#stream = { sentMs: nowMs, readingsMs: isDue ? nowMs : readingsMs, arriving };
  }

  receiveEvent(): void {
    const event = this.#stream?.arriving.shift();
    if (!event) return;
    this.#positionMs = event.atMs;
    this.#log = withChanges(this.#log, event, this.#server.nowMs);
  }

  /** Applies what was received. Requests the list if the stream lacks something, or if the list turned out not to be the server's. */
  apply(isNew = false): void {
    const { fleet } = this;
    if (!fleet) return;
    const log = this.#lacked(fleet);
    if (log === null) return isNew ? undefined : this.request();
    const receivedAt = { pageMs: 0, serverMs: this.#server.nowMs };
    if (log.length > 0) {
      this.fleet = applyChanges(fleet, log, { parts: [], isNew, receivedAt }).fleet;
      this.#seq = this.#log.at(-1)?.seq ?? null;
    }
    if (this.fleet?.isInDoubt && !isNew) this.request();
  }

  #lacked(fleet: Fleet): LiveLog | null {
    const atMs = timeOf(fleet);
    return atMs === null ? null : lacking(this.#log, { parts: [], atMs, seq: this.#seq });
  }

  /** All that is sent arrives and is applied. */
  settle(): void {
    while (this.#stream && this.#stream.arriving.length > 0) this.receiveEvent();
    this.apply();
    this.receiveResponse();
    this.apply();
    this.receiveResponse();
  }
}
