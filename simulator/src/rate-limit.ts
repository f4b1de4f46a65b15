import type { Clock } from "./clock.ts";

/** Each call reserves the next slot, at most `perSecond` slots a second, and returns how many ms to wait for it. */
export function rateLimit(clock: Clock, perSecond: number): () => number {
  let next = clock.now();
  return () => {
    const now = clock.now();
    const slot = Math.max(now, next);
    next = slot + 1_000 / perSecond;
    return slot - now;
  };
}
