import type { Clock } from "./clock.ts";

/** Hands out turns: how many ms to wait until one's own, with at most so many turns a second. */
export function turnsOf(clock: Clock, perSecond: number): () => number {
  let next = clock.now();
  return () => {
    const now = clock.now();
    const turn = Math.max(now, next);
    next = turn + 1_000 / perSecond;
    return turn - now;
  };
}
