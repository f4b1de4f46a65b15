import type { Query, QueryClient, QueryState } from "@tanstack/react-query";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { pageMs } from "../clock/index.ts";

/** The requests of a query so far. Times are by the page's time (ms); null if there was none yet. */
type Requests = { requestedMs: number | null; endedMs: number | null; isOutdated: boolean };

const NONE: Requests = { requestedMs: null, endedMs: null, isOutdated: false };

const requests = new WeakMap<object, Requests>();
/** The state before the running requests, for those that are cancelled. */
const before = new WeakMap<object, Requests>();

/**
 * Remembers when the queries of a cache are requested, and keeps the mark of those that are outdated until one succeeds that was requested
 * later: the response to an earlier request may be older than the change, and one more page of a list says nothing about the pages before it.
 */
export function watchRequests(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    const { query, action } = event;
    switch (action.type) {
      case "fetch":
        if (!isForMore(query)) begin(query);
        return;
      case "invalidate":
        return update(query, { isOutdated: true });
      case "error":
        if (!isForMore(query)) end(query, { isOutdated: true });
        return;
      case "success":
        if (action.manual === true) return;
        if (!isForMore(query)) end(query);
        if (isOutdated(query)) query.invalidate();
        return;
      // A request was cancelled, and the state before it is back.
      case "setState":
        return cancel(query);
      case "failed":
      case "pause":
      case "continue":
    }
  });
}

function begin(query: Query): void {
  before.set(query, requestsOf(query));
  update(query, { requestedMs: pageMs(), isOutdated: false });
}

function end(query: Query, change: Partial<Requests> = {}): void {
  before.delete(query);
  update(query, { endedMs: pageMs(), ...change });
}

function cancel(query: Query): void {
  const earlier = before.get(query);
  if (!earlier) return;
  before.delete(query);
  update(query, { ...earlier, isOutdated: earlier.isOutdated || isOutdated(query) });
  if (isOutdated(query)) query.invalidate();
}

function requestsOf(query: Query): Requests {
  return requests.get(query) ?? NONE;
}

function update(query: Query, change: Partial<Requests>): void {
  requests.set(query, { ...requestsOf(query), ...change });
}

/** Marks a query as outdated, also if it is already and is being requested for that, which TanStack Query does not report. */
export function markOutdated(query: Query): void {
  update(query, { isOutdated: true });
  query.invalidate();
}

/**
 * Marks queries as outdated, and requests again those that are displayed. A running request is replaced, even the first one of a query: its
 * response may be older than the change. Failures are in the queries' own state.
 */
export async function requestAgain(client: QueryClient, isMeant: (query: Query) => boolean): Promise<void> {
  const queries = client.getQueryCache().findAll({ predicate: isMeant });
  for (const query of queries) markOutdated(query);
  const displayed = queries.filter((query) => query.isActive() && !query.isStatic());
  await Promise.all(
    displayed.map(async (query) => {
      void query.cancel({ silent: true });
      await query.fetch().catch(() => {});
    }),
  );
}

/** Whether the last request of a query was for one more page of a list. */
export function isForMore({ state: { fetchMeta } }: { state: Pick<QueryState, "fetchMeta"> }): boolean {
  return fetchMeta?.fetchMore !== undefined;
}

/** Whether a query has changed, or failed, since it was last requested. */
export function isOutdated(query: Query): boolean {
  return requestsOf(query).isOutdated;
}

/**
 * Whether a query was last requested as long ago as its interval, to the nearest second. A slow response is followed by a pause of half an
 * interval.
 */
export function isDue(query: Query, everyMs: number): boolean {
  const { requestedMs, endedMs } = requestsOf(query);
  const nowMs = pageMs() + SECOND_MS / 2;
  return requestedMs !== null && nowMs - requestedMs >= everyMs && nowMs - (endedMs ?? requestedMs) >= everyMs / 2;
}

/** How long ago a query was last requested (ms); undefined if it never was. */
export function requestedAgoMs(query: Query): number | undefined {
  const { requestedMs } = requestsOf(query);
  return requestedMs === null ? undefined : pageMs() - requestedMs;
}
