import type { Query, QueryClient, QueryState } from "@tanstack/react-query";
import { pageMs } from "../clock/index.ts";

/** When queries were last requested, by the page's time (ms). */
const requested = new WeakMap<object, number>();
/** Queries that are outdated unless they are requested again. */
const outdated = new WeakSet<object>();

/**
 * Remembers when the queries of a cache are requested, and keeps the mark of those that are outdated until one succeeds that was requested
 * later: the response to an earlier request may be older than the change, and one more page of a list says nothing about the pages before it.
 */
export function watchRequests(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    const { query, action } = event;
    if (action.type === "invalidate" || (action.type === "error" && !isForMore(query))) outdated.add(query);
    if (action.type === "fetch" && !isForMore(query)) {
      requested.set(query, pageMs());
      outdated.delete(query);
    }
    if (action.type === "success" && action.manual !== true && outdated.has(query)) query.invalidate();
  });
}

/** Marks a query as outdated, also if it is already and is being requested for that, which TanStack Query does not report. */
export function markOutdated(query: Query): void {
  outdated.add(query);
  query.invalidate();
}

/** Whether the last request of a query was for one more page of a list. */
export function isForMore({ state: { fetchMeta } }: { state: Pick<QueryState, "fetchMeta"> }): boolean {
  return fetchMeta?.fetchMore !== undefined;
}

/** Whether a query has changed, or failed, since it was last requested. */
export function isOutdated(query: Query): boolean {
  return outdated.has(query);
}

/** How long ago a query was last requested (ms); undefined if it never was. */
export function requestedAgoMs(query: Query): number | undefined {
  const atMs = requested.get(query);
  return atMs === undefined ? undefined : pageMs() - atMs;
}
