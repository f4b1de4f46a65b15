import type { QueryClient } from "@tanstack/react-query";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { ViewSettings } from "@groundcrew/shared/stations";
import { requestedAgoMs } from "../api/index.ts";
import { liveOf } from "../live/index.ts";
import { isLoaded, partFor, type LoadedPages, type ShownPositions } from "./loaded-pages.ts";

/** A page whose own stations have changed is requested again at most this often (ms); after other changes, at most every second. */
const CHANGED_EVERY_MS = SECOND_MS / 5;

/** More rows than a large window shows. */
const FIRST: ShownPositions = { first: 0, last: 60 };

/** The loaded rows of a list, and its settings. */
export type Loaded = { pages: LoadedPages; settings: ViewSettings };

/** Requests the rows of a list that are shown: those that are not loaded, and again as soon as one of them has changed. */
export class PageRequests {
  readonly #client: QueryClient;
  #queryHash = "";
  #shown = FIRST;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** The part of the list to request. */
  get part(): ReturnType<typeof partFor> {
    return partFor(this.#shown);
  }

  /** The list of a query is shown until the returned function is called. */
  follow(queryHash: string): () => void {
    this.#queryHash = queryHash;
    const live = liveOf(this.#client);
    const stops = [
      live.need(() => ({ kind: "rows" })),
      live.onFeed((event) => {
        if (event.kind === "rows") this.#handleChanges(event.names);
      }),
      this.#client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.query.queryHash !== queryHash) return;
        // What is shown may have moved on meanwhile.
        if (event.action.type === "success") this.#requestMissing();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  setShown(shown: ShownPositions): void {
    this.#shown = shown;
    this.#requestMissing();
  }

  get #query() {
    return this.#client.getQueryCache().get(this.#queryHash);
  }

  get #pages(): LoadedPages | undefined {
    const query = this.#query;
    return query && this.#client.getQueryData<Loaded>(query.queryKey)?.pages;
  }

  #requestMissing(): void {
    const pages = this.#pages;
    if (pages && this.#query?.state.fetchStatus === "idle" && !isLoaded(pages, this.#shown)) this.#request();
  }

  #handleChanges(names: readonly string[] | null): void {
    const pages = this.#pages;
    if (!pages) return;
    const own = new Set(Array.from(pages.rows.values(), ({ name }) => name));
    if (names === null || names.some((name) => own.has(name))) this.#requestLater();
  }

  #requestLater(): void {
    if (this.#timer !== undefined) return;
    const query = this.#query;
    const agoMs = (query && requestedAgoMs(query)) ?? Infinity;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (document.hidden) return;
        // The response to a running request may be older than the change.
        if (this.#query?.state.fetchStatus === "fetching") this.#requestLater();
        else this.#request();
      },
      Math.max(CHANGED_EVERY_MS / 10, CHANGED_EVERY_MS - agoMs),
    );
  }

  #request(): void {
    const { queryHash } = this.#query ?? {};
    const options = { predicate: (other: { queryHash: string }) => other.queryHash === queryHash };
    void this.#client.refetchQueries({ ...options, type: "active" });
  }
}
