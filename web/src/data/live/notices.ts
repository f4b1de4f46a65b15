import type { LiveNotice } from "@groundcrew/shared/live";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Query, QueryClient } from "@tanstack/react-query";
import { hasAnswer, isConcerned, isOutdated, markOutdated, requestedAgoMs } from "../api/index.ts";

/** A query is requested again at most this often, for each page of a list: all of them are requested, one after the other. */
const EVERY_MS = SECOND_MS;

/**
 * Requests again what notices concern: what is displayed at once, but each query at most once a second, a list of ten pages every ten seconds,
 * and while the page is hidden not before it is visible. Anything else is requested when it is displayed next.
 */
export class NoticeRequests {
  readonly #client: QueryClient;
  /** The queries that wait for their second, or for the page. */
  readonly #timers = new Map<Query, ReturnType<typeof setTimeout>>();
  readonly #stopped = new AbortController();

  constructor(client: QueryClient) {
    this.#client = client;
    const { signal } = this.#stopped;
    document.addEventListener("visibilitychange", () => this.#handleReturn(), { signal });
    window.addEventListener("online", () => this.#handleReturn(), { signal });
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
    this.#retry(() => true);
  }

  /**
   * The server has answered a request: what had no answer is requested now. What it refused is not, or else a call that it refuses and one
   * that it never answers would request each other without end.
   */
  retryUnanswered(): void {
    this.#retry((error) => !hasAnswer(error));
  }

  #retry(isMeant: (error: Error) => boolean): void {
    void this.#client.refetchQueries(
      { type: "active", predicate: ({ state: { error } }) => error !== null && isMeant(error) },
      { cancelRefetch: false },
    );
  }

  stop(): void {
    this.#stopped.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #requestAll(isMeant: (query: Query) => boolean): void {
    for (const query of this.#client.getQueryCache().findAll({ predicate: isMeant })) {
      // Marked at once, in case it is displayed before it is requested.
      markOutdated(query);
      if (!this.#timers.has(query))
        this.#schedule(query, EVERY_MS * pagesOf(query) - (requestedAgoMs(query) ?? Infinity));
    }
  }

  #schedule(query: Query, inMs: number): void {
    this.#timers.set(
      query,
      setTimeout(() => this.#run(query), Math.max(0, inMs)),
    );
  }

  /** The page is visible again, or the network is back. */
  #handleReturn(): void {
    if (document.hidden) return;
    for (const query of this.#timers.keys()) this.#run(query);
    this.retryFailed();
  }

  #run(query: Query): void {
    if (document.hidden) return;
    clearTimeout(this.#timers.get(query));
    if (query.state.fetchStatus === "fetching") return this.#schedule(query, EVERY_MS);
    this.#timers.delete(query);
    if (isOutdated(query)) void this.#client.refetchQueries({ predicate: (other) => other === query, type: "active" });
  }
}

/** How many requests a query is. */
function pagesOf({ state: { data } }: Query): number {
  if (typeof data !== "object" || data === null || !("pages" in data)) return 1;
  const { pages } = data;
  return Array.isArray(pages) ? pages.length : 1;
}
