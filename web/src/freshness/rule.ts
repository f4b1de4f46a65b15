import { ANSWER_MS } from "@groundcrew/shared/contract";

/** The last response to a polled query: the page's time and the server's time (ms). */
export type LastResponse = { atMs: number; asOf: number };

/** The state of a query that is polled every `everyMs`. */
export type PollState = {
  /** Null before the first response. */
  response: LastResponse | null;
  /** Why the newest request failed; null if it did not. */
  failure: string | null;
  everyMs: number;
};

/**
 * Whether displayed data is current: `live`, or `stale` and to be shown as of the server's time `asOf`. `empty` while there is no
 * data.
 */
export type Freshness =
  | { kind: "empty" }
  | { kind: "live"; asOf: number; everyMs: number }
  /** Without a reason no request has failed: the page was asleep, and a request is running. */
  | { kind: "stale"; asOf: number; everyMs: number; reason: string | null };

/** The one rule for when data is stale: the newest request failed, or its response is overdue. `nowMs` is the page's time. */
export function freshnessOf({ response, failure, everyMs }: PollState, nowMs: number): Freshness {
  if (!response) return { kind: "empty" };
  const { atMs, asOf } = response;
  const isOverdue = nowMs - atMs > everyMs + ANSWER_MS;
  if (failure !== null || isOverdue) return { kind: "stale", asOf, everyMs, reason: failure };
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
