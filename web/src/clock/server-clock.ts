import { useEffect, useState } from "react";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { pageMs } from "./page-clock.ts";

/** An answer: the server's time in it (ms), which is cut to whole seconds, and when it was asked for and came (page time, ms). */
export type DatedResponse = { dateMs: number; sentMs: number; receivedMs: number };

/**
 * How far the server's clock is ahead of the page's (ms) after another answer. When the answer came, the server's time was its date
 * or later, by at most the rest of that second and the time the answer was on its way: an estimate that fits is kept.
 */
export function correctedAhead(aheadMs: number, { dateMs, sentMs, receivedMs }: DatedResponse): number {
  const least = dateMs - receivedMs;
  const most = least + SECOND_MS + (receivedMs - sentMs);
  return Math.min(Math.max(aheadMs, least), most);
}

let aheadMs: number | null = null;

/** The server's time now (ms): as the last answer had it, and what has passed on this page since. */
export function serverNow(): number {
  const now = pageMs();
  return now + (aheadMs ?? Date.now() - now);
}

/** Learns the server's time from the `Date` header of an answer that just came, which was asked for at `sentMs`. */
export function learnServerTime(date: string | null, sentMs: number): void {
  const dateMs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(dateMs)) return;
  const receivedMs = pageMs();
  aheadMs = correctedAhead(aheadMs ?? Date.now() - receivedMs, { dateMs, sentMs, receivedMs });
}

const TICK_MS = 10 * SECOND_MS;

/** The server's time (ms), on which all ages are counted. It moves every ten seconds, and when a hidden page is shown again. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = () => setNow(serverNow());
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, []);
  return now;
}
