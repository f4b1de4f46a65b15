import { ANSWER_MS } from "@groundcrew/shared/contract";

/** The last answer to something that is asked for again and again: the page's time at it, and the server's (both in ms). */
export type LastResponse = { atMs: number; asOf: number };

/** What is known of something that is asked for every `everyMs`. */
export type Asked = {
  /** Null before the first answer. */
  answer: LastResponse | null;
  /** Why the newest request failed; null unless it did. */
  failure: string | null;
  everyMs: number;
};

/**
 * Whether what is shown is current: `live`, or `stale` and to be shown as of the server's time `asOf`. `empty` while there is nothing
 * to show.
 */
export type Freshness =
  | { kind: "empty" }
  | { kind: "live"; asOf: number; everyMs: number }
  /** Without a reason no request has failed: the page slept, and an answer is on its way. */
  | { kind: "stale"; asOf: number; everyMs: number; reason: string | null };

/**
 * The one rule for when data is stale: the newest request failed, or its answer is overdue. `nowMs` is the page's time.
 */
export function freshnessOf({ answer, failure, everyMs }: Asked, nowMs: number): Freshness {
  if (!answer) return { kind: "empty" };
  const { atMs, asOf } = answer;
  const isOverdue = nowMs - atMs > everyMs + ANSWER_MS;
  if (failure !== null || isOverdue) return { kind: "stale", asOf, everyMs, reason: failure };
  return { kind: "live", asOf, everyMs };
}

/** What is made from several answers is as old as the oldest of them, and live only if all are. */
export function oldest(...parts: readonly Freshness[]): Freshness {
  const known = parts.filter((part) => part.kind !== "empty");
  const stale = known.filter((part) => part.kind === "stale");
  const candidates: readonly Freshness[] = stale.length > 0 ? stale : known;
  return candidates.reduce(older, { kind: "empty" });
}

function older(one: Freshness, other: Freshness): Freshness {
  if (one.kind === "empty") return other;
  if (other.kind === "empty" || one.asOf < other.asOf) return one;
  return one.asOf === other.asOf && one.kind === "stale" && one.reason !== null ? one : other;
}

/** Whether two say the same. */
export function isSameFreshness(one: Freshness, other: Freshness): boolean {
  if (one.kind === "empty" || other.kind === "empty") return one.kind === other.kind;
  if (one.asOf !== other.asOf || one.everyMs !== other.everyMs || one.kind !== other.kind) return false;
  return one.kind === "live" || (other.kind === "stale" && one.reason === other.reason);
}
