import type { QueryClient } from "@tanstack/react-query";
import { requestedAgoMs } from "../api/index.ts";
import { liveOf } from "../live/index.ts";

/** Changes that are announced together are requested together (ms). */
const SOON_MS = 20;

type Rows = {
  /** The names of the rows that the query has; undefined while they are not loaded. */
  names: () => ReadonlySet<string> | undefined;
  /** They are requested again at most this often (ms). */
  everyMs: () => number;
};

/** Requests a query of rows again as soon as one of them has changed. */
export class ChangedRows {
  readonly #client: QueryClient;
  readonly #rows: Rows;
  #queryHash = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient, rows: Rows) {
    this.#client = client;
    this.#rows = rows;
  }

  /** The rows of a query are shown until the returned function is called. */
  follow(queryHash: string): () => void {
    this.#queryHash = queryHash;
    const live = liveOf(this.#client);
    const stops = [
      live.need(() => ({ kind: "rows" })),
      live.onFeed((event) => {
        if (event.kind === "rows") this.#handleChanges(event.names);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  get query() {
    return this.#client.getQueryCache().get(this.#queryHash);
  }

  request(): void {
    const { queryHash } = this.query ?? {};
    const options = { predicate: (other: { queryHash: string }) => other.queryHash === queryHash };
    void this.#client.refetchQueries({ ...options, type: "active" });
  }

  #handleChanges(names: readonly string[] | null): void {
    const own = this.#rows.names();
    if (own && (names === null || names.some((name) => own.has(name)))) this.#requestLater();
  }

  #requestLater(): void {
    if (this.#timer !== undefined) return;
    const { query } = this;
    const agoMs = (query && requestedAgoMs(query)) ?? Infinity;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (document.hidden) return;
        // The response to a running request may be older than the change.
        if (this.query?.state.fetchStatus === "fetching") this.#requestLater();
        else this.request();
      },
      Math.max(SOON_MS, this.#rows.everyMs() - agoMs),
    );
  }
}
