import type { QueryClient } from "@tanstack/react-query";
import { sentenceOf } from "../api/index.ts";
import { pageMs, serverNow } from "../clock/index.ts";
import { freshnessOf, isSameFreshness, type Freshness, type LastResponse } from "./rule.ts";

/** Last responses, by query of the cache. */
const responses = new WeakMap<object, LastResponse>();

/** Records that the server has just responded to a query, also with "not modified". */
export function recordResponse(query: object): void {
  responses.set(query, { atMs: pageMs(), asOf: serverNow() });
}

/** The page's time (ms) of the last response to a query; undefined before the first. */
export function respondedMs(client: QueryClient, queryHash: string): number | undefined {
  const query = client.getQueryCache().get(queryHash);
  return query && responses.get(query)?.atMs;
}

const TICK_MS = 1_000;

/** Observes the freshness of a query that is polled every `everyMs`, for `useSyncExternalStore`. */
export function observeFreshness(client: QueryClient, queryHash: string, everyMs: number) {
  const cache = client.getQueryCache();
  let last: Freshness = { kind: "empty" };
  return {
    snapshot: (): Freshness => {
      const query = cache.get(queryHash);
      const response = (query && responses.get(query)) ?? null;
      const failure = query?.state.error ? sentenceOf(query.state.error) : null;
      const next = freshnessOf({ response, failure, everyMs }, pageMs());
      if (!isSameFreshness(last, next)) last = next;
      return last;
    },
    subscribe: (listener: () => void): (() => void) => {
      const unsubscribe = cache.subscribe(({ query }) => {
        if (query.queryHash === queryHash) listener();
      });
      const timer = setInterval(listener, TICK_MS);
      document.addEventListener("visibilitychange", listener);
      return () => {
        unsubscribe();
        clearInterval(timer);
        document.removeEventListener("visibilitychange", listener);
      };
    },
  };
}
