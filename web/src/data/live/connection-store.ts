import type { StationChange } from "@groundcrew/shared/stations";
import { pageMs } from "../clock/index.ts";
import { lastMinute, NO_ACTIVITY, withChanges } from "./activity.ts";
import {
  afterEvent,
  isSameState,
  newConnection,
  stateAt,
  type Break,
  type ConnectionEvent,
  type LiveState,
} from "./connection.ts";

/** More about the connection. Times are the page's (ms). */
export type LiveDetails = {
  /** The last event with changes of stations; null before the first. */
  lastChangeMs: number | null;
  /** How long that event took from the server to this page (ms), beyond what the fastest one takes; null while that is not known. */
  delayMs: number | null;
  /** Changes of the last minute, and of how many stations. */
  changes: number;
  stations: number;
  /** Breaks whose changes were received afterwards, the newest last. */
  breaks: readonly Break[];
  /** When the next attempt to connect is; null while there is none to wait for. */
  retryMs: number | null;
};

/** Holds what is known of the connection, for components. */
export class ConnectionStore {
  readonly #listeners = new Set<() => void>();
  #connection = newConnection(pageMs(), false);
  #state = stateAt(this.#connection, pageMs());
  #activity = NO_ACTIVITY;
  #retryMs: number | null = null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The connection as the page shows it. The same object until it changes. */
  readonly state = (): LiveState => this.#state;

  /** True if the stream is open, however shortly a break before or after it is. */
  get isOpen(): boolean {
    return this.#connection.openedMs !== null;
  }

  get isOff(): boolean {
    return this.#connection.isOff;
  }

  /** True if nothing has answered since some time. */
  get isUnanswered(): boolean {
    return this.#connection.unansweredMs !== null;
  }

  /** How long the stream has been open (ms); null while it is not. */
  openForMs(): number | null {
    const { openedMs } = this.#connection;
    return openedMs === null ? null : pageMs() - openedMs;
  }

  receivedAgoMs(): number {
    return pageMs() - this.#connection.receivedMs;
  }

  get lost() {
    return this.#connection.lost;
  }

  get retryMs(): number | null {
    return this.#retryMs;
  }

  details(): LiveDetails {
    const { lastMs, delayMs } = this.#activity;
    const { breaks } = this.#connection;
    return {
      ...lastMinute(this.#activity, pageMs()),
      lastChangeMs: lastMs,
      delayMs,
      breaks,
      retryMs: this.isOpen ? null : this.#retryMs,
    };
  }

  dispatch(event: ConnectionEvent): void {
    this.#connection = afterEvent(this.#connection, event, pageMs());
    this.tick();
  }

  setRetry(retryMs: number | null): void {
    this.#retryMs = retryMs;
  }

  recordChanges(changes: readonly StationChange[], delayMs: number | null): void {
    this.#activity = withChanges(this.#activity, changes, { nowMs: pageMs(), delayMs });
  }

  /** To be called regularly: what to show also changes with time. */
  tick(): void {
    const state = stateAt(this.#connection, pageMs());
    if (isSameState(state, this.#state)) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  reset(isOff: boolean): void {
    this.#activity = NO_ACTIVITY;
    this.#retryMs = null;
    this.dispatch({ kind: "restarted", isOff });
  }
}
