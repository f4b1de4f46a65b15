import type { QueryClient } from "@tanstack/react-query";
import { sentenceOf } from "../api/index.ts";
import { pageMs, serverNow } from "../clock/index.ts";
import { freshnessOf, isSameFreshness, type Freshness, type LastResponse } from "./rule.ts";

/** By query of the cache. */
const answers = new WeakMap<object, LastResponse>();

/** Notes that the server has just answered a query; also when it said that nothing has changed. */
export function recordResponse(query: object): void {
  answers.set(query, { atMs: pageMs(), asOf: serverNow() });
}

/** The page's time (ms) at the last answer to a query; undefined before the first. */
export function respondedMs(client: QueryClient, queryHash: string): number | undefined {
  const query = client.getQueryCache().get(queryHash);
  return query && answers.get(query)?.atMs;
}

const TICK_MS = 1_000;

/** Follows how fresh the data of a query is that is asked for every `everyMs`, for `useSyncExternalStore`. */
export function observeFreshness(client: QueryClient, queryHash: string, everyMs: number) {
  const cache = client.getQueryCache();
  let last: Freshness = { kind: "empty" };
  return {
    snapshot: (): Freshness => {
      const query = cache.get(queryHash);
      const answer = (query && answers.get(query)) ?? null;
      const failure = query?.state.error ? sentenceOf(query.state.error) : null;
      const next = freshnessOf({ answer, failure, everyMs }, pageMs());
      if (!isSameFreshness(last, next)) last = next;
      return last;
    },
    subscribe: (listener: () => void): (() => void) => {
      const forget = cache.subscribe(({ query }) => {
        if (query.queryHash === queryHash) listener();
      });
      const timer = setInterval(listener, TICK_MS);
      document.addEventListener("visibilitychange", listener);
      return () => {
        forget();
        clearInterval(timer);
        document.removeEventListener("visibilitychange", listener);
      };
    },
  };
}
