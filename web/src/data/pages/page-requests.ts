import type { QueryClient } from "@tanstack/react-query";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Box, ViewSettings } from "@groundcrew/shared/stations";
import { ChangedRows } from "./changed-rows.ts";
import { FIRST_ROWS } from "./first-page.ts";
import { isLoaded, partFor, type LoadedPages, type ShownPositions } from "./loaded-pages.ts";

/** A page whose own stations have changed is requested again at most this often (ms); after other changes, at most every second. */
const CHANGED_EVERY_MS = SECOND_MS / 5;

/** The positions that count as shown before they are known. */
const FIRST: ShownPositions = { first: 0, last: FIRST_ROWS - 1 };

/** The loaded rows of a list, its settings, and the area of the map in which they are; null for all. */
export type Loaded = { pages: LoadedPages; settings: ViewSettings; within: Box | null };

/** Requests the rows of a list that are shown: those that are not loaded, and again as soon as one of them has changed. */
export class PageRequests {
  readonly #client: QueryClient;
  readonly #rows: ChangedRows;
  #shown = FIRST;

  constructor(client: QueryClient) {
    this.#client = client;
    const namesIn = ({ rows }: LoadedPages) => new Set(Array.from(rows.values(), ({ name }) => name));
    this.#rows = new ChangedRows(client, {
      names: () => this.#pages && namesIn(this.#pages),
      everyMs: () => CHANGED_EVERY_MS,
    });
  }

  /** The part of the list to request. */
  get part(): ReturnType<typeof partFor> {
    return partFor(this.#shown);
  }

  /** The list of a query is shown until the returned function is called. */
  follow(queryHash: string): () => void {
    const stops = [
      this.#rows.follow(queryHash),
      this.#client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.query.queryHash !== queryHash) return;
        // What is shown may have moved on meanwhile.
        if (event.action.type === "success") this.#requestMissing();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  setShown(shown: ShownPositions): void {
    this.#shown = shown;
    this.#requestMissing();
  }

  get #pages(): LoadedPages | undefined {
    const { query } = this.#rows;
    return query && this.#client.getQueryData<Loaded>(query.queryKey)?.pages;
  }

  #requestMissing(): void {
    const pages = this.#pages;
    if (pages && this.#rows.query?.state.fetchStatus === "idle" && !isLoaded(pages, this.#shown)) this.#rows.request();
  }
}
