import { useNow } from "../lib/index.ts";

const TICK_MS = 10_000;

/** The time on the server's clock, on which all ages are counted. It moves every ten seconds and with each answer. */
export function useServerNow(known: { updatedAt: number; skewMs: number } | undefined): number {
  const now = useNow(TICK_MS);
  return known ? Math.max(now, known.updatedAt) + known.skewMs : now;
}
