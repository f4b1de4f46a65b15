import type { LiveNotice } from "@groundcrew/shared/live";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { isConcerned } from "../api/index.ts";
import { pageMs } from "../clock/index.ts";

/** A query is requested again at most this often. */
const EVERY_MS = SECOND_MS;

/** A query to be requested again. `isRunning` says that a request was running when a notice arrived, whose response may be older than the notice. */
type Waiting = { doneMs: number; timer: ReturnType<typeof setTimeout> | undefined; isRunning: boolean };

/**
 * Requests again what notices concern: what is displayed at once, but each query at most once a second, and nothing while the page is
 * hidden. Anything else is requested when it is displayed next.
 */
export class NoticeRequests {
  readonly #client: QueryClient;
  readonly #waiting = new Map<string, Waiting>();

  constructor(client: QueryClient) {
    this.#client = client;
  }

  take(notices: readonly LiveNotice[]): void {
    const changes = notices.map(({ topic, station }) => ({ topics: [topic], station }));
    this.#requestAll((query) => changes.some((change) => isConcerned(query, change)));
  }

  /** Some notices may have been missed. */
  takeAll(): void {
    this.#requestAll(({ meta }) => (meta?.topics?.length ?? 0) > 0);
  }

  /** The server can be reached again: what is displayed and failed is requested now instead of at its next interval. */
  retryFailed(): void {
    void this.#client.refetchQueries(
      { type: "active", predicate: ({ state }) => state.error !== null },
      { cancelRefetch: false },
    );
  }

  stop(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  #requestAll(isMeant: (query: Query) => boolean): void {
    const queries = this.#client.getQueryCache().findAll({ predicate: isMeant });
    for (const query of queries) this.#request(query);
    for (const [hash, { timer }] of this.#waiting) {
      if (timer === undefined && !this.#client.getQueryCache().get(hash)) this.#waiting.delete(hash);
    }
  }

  #request({ queryHash, queryKey, state }: Query): void {
    const known = this.#waiting.get(queryHash);
    const waiting = known ?? { doneMs: Number.NEGATIVE_INFINITY, timer: undefined, isRunning: false };
    this.#waiting.set(queryHash, waiting);
    waiting.isRunning ||= state.fetchStatus === "fetching";
    // Already marked as outdated, in case it is displayed before it is requested.
    void this.#client.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
    if (waiting.timer === undefined) this.#schedule(queryKey, waiting, waiting.doneMs + EVERY_MS - pageMs());
  }

  #schedule(queryKey: QueryKey, waiting: Waiting, inMs: number): void {
    waiting.timer = setTimeout(() => this.#run(queryKey, waiting), Math.max(0, inMs));
  }

  #run(queryKey: QueryKey, waiting: Waiting): void {
    if (document.hidden || this.#client.isFetching({ queryKey, exact: true }) > 0)
      return this.#schedule(queryKey, waiting, EVERY_MS);
    waiting.timer = undefined;
    waiting.doneMs = pageMs();
    // One that was requested after the notice is current. The response to an older request has removed its mark as outdated, too.
    const ifOutdated = waiting.isRunning ? {} : { stale: true };
    waiting.isRunning = false;
    void this.#client.refetchQueries({ queryKey, exact: true, type: "active", ...ifOutdated });
  }
}
