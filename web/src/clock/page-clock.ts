import { useEffect, useState } from "react";

/** What the two clocks of a page say at one moment, in ms: the computer's clock, and one that never runs backwards. */
export type ClockReading = { wallMs: number; monotonicMs: number };

/** How far the computer's clock was ahead of the other at the last reading, and the time that the other one missed in all. */
export type PageClock = { aheadMs: number; missedMs: number };

/** Smaller differences are how finely the clocks are read, and a clock that is adjusted slowly. */
const JUMP_MIN_MS = 1_000;

/**
 * The clock after another reading. A computer that sleeps may stop the monotonic clock, and then only the computer's own clock
 * shows for how long: a jump forward therefore counts as time that has passed. A jump backward means that the clock was set, and
 * is ignored.
 */
export function advance(clock: PageClock, { wallMs, monotonicMs }: ClockReading): PageClock {
  const aheadMs = wallMs - monotonicMs;
  const jumpMs = aheadMs - clock.aheadMs;
  if (Math.abs(jumpMs) < JUMP_MIN_MS) return clock;
  return { aheadMs, missedMs: clock.missedMs + Math.max(0, jumpMs) };
}

let clock: PageClock | null = null;

/** Time that has passed on this page (ms, from an arbitrary beginning), whatever is done to the computer's clock meanwhile. */
export function pageMs(): number {
  const reading = { wallMs: Date.now(), monotonicMs: performance.now() };
  clock = advance(clock ?? { aheadMs: reading.wallMs - reading.monotonicMs, missedMs: 0 }, reading);
  return reading.monotonicMs + clock.missedMs;
}

/** The page's time (ms), looked at again every `everyMs`. */
export function usePageNow(everyMs: number): number {
  const [now, setNow] = useState(pageMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(pageMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
