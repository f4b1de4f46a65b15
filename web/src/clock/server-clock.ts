import { useEffect, useState } from "react";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { pageMs } from "./page-clock.ts";

/** A response: the server's time in it (ms, truncated to seconds), and the page's time when it was requested and received (ms). */
export type DatedResponse = { dateMs: number; sentMs: number; receivedMs: number };

/**
 * How far the server's clock is ahead of the page's (ms) after another response. When the response arrived, the server's time was
 * between its date and that date plus one second plus the response time. An estimate in that range is kept.
 */
export function correctedAhead(aheadMs: number, { dateMs, sentMs, receivedMs }: DatedResponse): number {
  const least = dateMs - receivedMs;
  const most = least + SECOND_MS + (receivedMs - sentMs);
  return Math.min(Math.max(aheadMs, least), most);
}

let aheadMs: number | null = null;

/** The server's current time (ms): the time in the last response plus the time that passed on this page since. */
export function serverNow(): number {
  const now = pageMs();
  return now + (aheadMs ?? Date.now() - now);
}

/** Updates the server's time from the `Date` header of a response that just arrived and was requested at `sentMs`. */
export function learnServerTime(date: string | null, sentMs: number): void {
  const dateMs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(dateMs)) return;
  const receivedMs = pageMs();
  aheadMs = correctedAhead(aheadMs ?? Date.now() - receivedMs, { dateMs, sentMs, receivedMs });
}

const TICK_MS = 10 * SECOND_MS;

/** The server's time (ms), from which all ages are computed. Updated every ten seconds, and when a hidden page becomes visible again. */
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
