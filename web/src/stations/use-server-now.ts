import { REFRESH_MS } from "@groundcrew/shared/lib";
import { useNow } from "../lib/index.ts";

const TICK_MS = 10_000;

/**
 * The time on the server's clock, on which all ages are counted. It moves every ten seconds and with each answer, but not
 * further than the next answer is due: what is shown then says since when it is old, instead of turning inactive.
 */
export function useServerNow(known: { updatedAt: number; skewMs: number } | undefined): number {
  const now = useNow(TICK_MS);
  if (!known) return now;
  const { updatedAt, skewMs } = known;
  return Math.min(Math.max(now, updatedAt), updatedAt + REFRESH_MS.station_list) + skewMs;
}
