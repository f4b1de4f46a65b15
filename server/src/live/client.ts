import { LIVE_VOLATILE_S, type LiveEnd, type LiveEvents, type LiveNotice } from "@groundcrew/shared/live";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { AS_OF_OVERLAP_MS } from "@groundcrew/shared/stations";
import { EventBody, eventPart, type BodyPart, type Encoding, type Principal } from "../platform/http/index.ts";
import type { KnownList, ListSelection } from "../stations/index.ts";
import { PendingNotices } from "./notices.ts";

/** Volatile fields are sent once in each interval (ms), at the same time to all who see the same, so that they are written once. */
const INTERVAL_MS = LIVE_VOLATILE_S * SECOND_MS;
/** In every so many intervals, volatile fields have all readings; in the others only what the list displays. */
const FULL_EVERY = 6;
/** The intervals of each organization begin later than those of the one before (ms), so that not all are sent at once. */
const STAGGER_MS = 370;
/** Notices about a named station are sent at most this often. */
const NAMED_EVERY_MS = SECOND_MS;

export type UserPrincipal = Extract<Principal, { kind: "user" }>;

export type LiveClientOptions = {
  /** The session's token. */
  token: string;
  /** The user with the rights that the session had when the stream was opened. */
  principal: UserPrincipal;
  selection: ListSelection;
  names: readonly string[];
  /** Whether it is notified of each row that changes. */
  wantsRows: boolean;
  /** The time (ms) up to which it has all changes of its list; null when it shows no list. */
  since: number | null;
  encoding: Encoding | undefined;
  now: number;
};

type Named = { isChanged: boolean; notifiedAt: number };

/** A browser that receives live changes. It has no queue: it remembers up to which time its list is current, and the notices to send. */
export class LiveClient {
  readonly token: string;
  readonly principal: UserPrincipal;
  readonly selection: ListSelection;
  readonly body: EventBody;
  readonly notices = new PendingNotices();
  readonly names: readonly string[];
  readonly wantsRows: boolean;
  /** Up to which time (ms) its list is current; null when it shows no list. */
  since: number | null;
  /** When it was last sent anything (ms). */
  sentAt: number;
  /** When its session was last found to be valid, when it was last read from the database (ms), and whether that is being done. */
  validAt: number;
  readAt = -Infinity;
  isBeingChecked = false;
  /** Whether the list may have changed since `since`. */
  isBehind = true;
  readonly #named: Map<string, Named>;
  /** The last interval of which it has the volatile fields. */
  #interval: number;

  constructor({ token, principal, selection, names, wantsRows, since, encoding, now }: LiveClientOptions) {
    this.token = token;
    this.principal = principal;
    this.selection = selection;
    this.since = since;
    this.names = names;
    this.wantsRows = wantsRows;
    this.#named = new Map(names.map((name) => [name, { isChanged: false, notifiedAt: 0 }]));
    this.body = new EventBody(encoding);
    // After a break, stations may have sent something and nothing since.
    this.#interval = this.#intervalAt(Math.min(since ?? now, now));
    this.sentAt = now;
    this.validAt = now;
    this.send(jsonEvent("hello", { server_time: new Date(now).toISOString() }), now);
  }

  /** Whether something is due. */
  isDue(now: number): boolean {
    return this.due(now) !== null || !this.notices.isEmpty || this.#namedChanges(now).length > 0;
  }

  /** The client's state from which the next event of the list starts; null when no event is due. */
  due(now: number): KnownList | null {
    if (this.since === null) return null;
    const interval = this.#intervalAt(now);
    if (!this.isBehind && interval === this.#interval) return null;
    if (interval === this.#interval) return { since: this.since, volatileSince: null, readings: "brief" };
    // A list that another tab has loaded meanwhile may have volatile fields that are a little older.
    const volatileSince = this.#interval * INTERVAL_MS - this.#offset() - AS_OF_OVERLAP_MS;
    const isFull = Math.floor(interval / FULL_EVERY) > Math.floor(this.#interval / FULL_EVERY);
    return { since: this.since, volatileSince, readings: isFull ? "all" : "brief" };
  }

  /** Records that the list is current up to a time (ms), and whether its volatile fields are. */
  advance(at: number, { withVolatile }: { withVolatile: boolean }): void {
    this.since = at;
    this.isBehind = false;
    if (withVolatile) this.#interval = this.#intervalAt(at);
  }

  #intervalAt(time: number): number {
    return Math.floor((time + this.#offset()) / INTERVAL_MS);
  }

  #offset(): number {
    return ((this.selection.view.orgId ?? 0) * STAGGER_MS) % INTERVAL_MS;
  }

  /** Returns the notices that are due, and forgets them. */
  takeNotices(now: number): LiveNotice[] {
    for (const station of this.#namedChanges(now)) {
      this.#named.set(station, { isChanged: false, notifiedAt: now });
      this.notices.add({ topic: "station", station });
    }
    return this.notices.take();
  }

  /** Records a message or change of a station, if the client named it. */
  recordChange(station: string): void {
    const named = this.#named.get(station);
    if (named) named.isChanged = true;
  }

  #namedChanges(now: number): string[] {
    const isDue = ({ isChanged, notifiedAt }: Named) => isChanged && now - notifiedAt >= NAMED_EVERY_MS;
    return [...this.#named].flatMap(([station, named]) => (isDue(named) ? station : []));
  }

  send(part: BodyPart, now: number): void {
    this.body.send(part);
    this.sentAt = now;
  }

  sendComment(now: number): void {
    this.body.sendComment();
    this.sentAt = now;
  }

  end(reason: LiveEnd, within_ms: number): void {
    this.body.end(jsonEvent("bye", { reason, within_ms }));
  }
}

/** An event with data that is not ready-made JSON. */
export function jsonEvent<Name extends keyof LiveEvents>(name: Name, data: LiveEvents[Name]): BodyPart {
  return eventPart(name, JSON.stringify(data));
}
