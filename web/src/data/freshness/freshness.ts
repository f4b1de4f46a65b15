import { ANSWER_MS } from "@groundcrew/shared/contract";
import type { QueryClient } from "@tanstack/react-query";
import { NETWORK_FAILURE, SECOND_MS } from "@groundcrew/shared/lib";
import { errorSentence, isForMore } from "../api/index.ts";
import { onSecond, pageMs, serverNow } from "../clock/index.ts";
import { liveOf, type LiveState } from "../live/index.ts";
import { pageValue, usePageValue } from "../../page/index.ts";
import { useSyncExternalStore } from "react";

/** A response may still arrive when the server has just begun to be silent. */
const GRACE_MS = SECOND_MS;

/** The last response to a polled query: the page's time and the server's time (ms). */
type LastResponse = { atMs: number; asOf: number };

/** The state of a query that is polled every `everyMs`. */
export type PollState = {
  /** Null before the first response. */
  response: LastResponse | null;
  /** Why the newest request failed; null if it did not. */
  failure: string | null;
  everyMs: number;
  /** Why no request of this browser can be answered, and since when by the page's time (ms); null while they can. */
  outage: Outage | null;
};

type Outage = { sinceMs: number; reason: string };

/**
 * Whether displayed data is current: `live`, or `stale` and to be shown as of the server's time `asOf`. `empty` while there is no
 * data.
 */
export type Freshness =
  | { kind: "empty" }
  | { kind: "live"; asOf: number; everyMs: number }
  /** Without a reason no request has failed: the page was asleep, and a request is running. */
  | { kind: "stale"; asOf: number; everyMs: number; reason: string | null };

/**
 * The one rule for when data is stale: the newest request failed, its response is overdue, or the server is out of reach, whichever page of
 * the browser has noticed that. `nowMs` is the page's time.
 */
export function freshnessOf({ response, failure, everyMs, outage }: PollState, nowMs: number): Freshness {
  if (!response) return { kind: "empty" };
  const { atMs, asOf } = response;
  const isOverdue = nowMs - atMs > everyMs + ANSWER_MS;
  const reason = failure ?? (outage !== null && atMs <= outage.sinceMs + GRACE_MS ? outage.reason : null);
  if (reason !== null || isOverdue) return { kind: "stale", asOf, everyMs, reason };
  return { kind: "live", asOf, everyMs };
}

/** Data from several responses is as old as the oldest of them, and live only if all are. */
export function oldest(...sources: readonly Freshness[]): Freshness {
  const known = sources.filter((source) => source.kind !== "empty");
  const stale = known.filter((source) => source.kind === "stale");
  const candidates: readonly Freshness[] = stale.length > 0 ? stale : known;
  return candidates.reduce(older, { kind: "empty" });
}

function older(one: Freshness, other: Freshness): Freshness {
  if (one.kind === "empty") return other;
  if (other.kind === "empty" || one.asOf < other.asOf) return one;
  return one.asOf === other.asOf && one.kind === "stale" && one.reason !== null ? one : other;
}

/** Whether two values look the same on screen. */
export function isSameFreshness(one: Freshness, other: Freshness): boolean {
  if (one.kind === "empty" || other.kind === "empty") return one.kind === other.kind;
  if (one.asOf !== other.asOf || one.everyMs !== other.everyMs || one.kind !== other.kind) return false;
  return one.kind === "live" || (other.kind === "stale" && one.reason === other.reason);
}

export const DATABASE_UNREACHABLE = "The server cannot reach its database right now.";

/** Last responses, by query of the cache. */
const responses = new WeakMap<object, LastResponse>();

/** Records that the server has just responded to a query, even with "not modified", with data that was `ageMs` old. */
export function recordResponse(query: object, ageMs: number): void {
  responses.set(query, { atMs: pageMs(), asOf: serverNow() - ageMs });
}

/** Observes the freshness of a query that is polled every `everyMs`, for `useSyncExternalStore`. */
export function observeFreshness(client: QueryClient, queryHash: string, everyMs: number) {
  const cache = client.getQueryCache();
  const { store } = liveOf(client);
  let last: Freshness = { kind: "empty" };
  return {
    snapshot: (): Freshness => {
      const query = cache.get(queryHash);
      const response = (query && responses.get(query)) ?? null;
      const failure = query?.state.error && !isForMore(query) ? errorSentence(query.state.error) : null;
      const outage = outageOf(store.state());
      const next = freshnessOf({ response, failure, everyMs, outage }, pageMs());
      if (!isSameFreshness(last, next)) last = next;
      return last;
    },
    subscribe: (listener: () => void): (() => void) => {
      const unsubscribe = cache.subscribe(({ type, query }) => {
        // Queries and their observers are added while a component renders, which must not update another component.
        if ((type === "updated" || type === "removed") && query.queryHash === queryHash) listener();
      });
      const unsubscribeLive = store.subscribe(listener);
      const stopSeconds = onSecond(listener);
      return () => {
        unsubscribe();
        unsubscribeLive();
        stopSeconds();
      };
    },
  };
}

function outageOf(state: LiveState): Outage | null {
  if (state.kind === "out of reach") return { sinceMs: state.sinceMs, reason: NETWORK_FAILURE };
  return state.kind === "unavailable" ? { sinceMs: state.sinceMs, reason: DATABASE_UNREACHABLE } : null;
}

const frozen = pageValue<ReadonlySet<string>>(() => new Set());

/** Records whether the live video of a station is frozen while someone watches it. */
export function setVideoFrozen(station: string, isFrozen: boolean): void {
  if (frozen.get().has(station) === isFrozen) return;
  const next = new Set(frozen.get());
  if (isFrozen) next.add(station);
  else next.delete(station);
  frozen.set(next);
}

/** Stations whose live video is being watched and is frozen. Their other readings are not shown as live either. */
export function useFrozenVideos(): ReadonlySet<string> {
  return usePageValue(frozen);
}

/** Whether a station's live video is being watched and is frozen. */
export function useHasFrozenVideo(station: string): boolean {
  return useSyncExternalStore(frozen.subscribe, () => frozen.get().has(station));
}
