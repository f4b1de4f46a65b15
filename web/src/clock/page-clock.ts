import { useEffect, useState } from "react";

/** Both clocks of a page at one moment (ms): the computer's clock, and one that never runs backwards. */
export type ClockReading = { wallMs: number; monotonicMs: number };

/** How far the computer's clock was ahead of the monotonic one at the last reading, and the total time that the monotonic one missed. */
export type PageClock = { aheadMs: number; missedMs: number };

/** Smaller differences come from clock resolution and from gradual clock adjustment. */
const JUMP_MIN_MS = 1_000;

/**
 * The clock after another reading. The monotonic clock may stop while the computer sleeps, and then only the computer's clock
 * shows for how long. A jump forward therefore counts as time that passed. A jump backward means that the clock was set, and is
 * ignored.
 */
export function advance(clock: PageClock, { wallMs, monotonicMs }: ClockReading): PageClock {
  const aheadMs = wallMs - monotonicMs;
  const jumpMs = aheadMs - clock.aheadMs;
  if (Math.abs(jumpMs) < JUMP_MIN_MS) return clock;
  return { aheadMs, missedMs: clock.missedMs + Math.max(0, jumpMs) };
}

let clock: PageClock | null = null;

/** Time since an arbitrary start on this page (ms), unaffected by changes of the computer's clock. */
export function pageMs(): number {
  const reading = { wallMs: Date.now(), monotonicMs: performance.now() };
  clock = advance(clock ?? { aheadMs: reading.wallMs - reading.monotonicMs, missedMs: 0 }, reading);
  return reading.monotonicMs + clock.missedMs;
}

/** The page's time (ms), updated every `everyMs`. */
export function usePageNow(everyMs: number): number {
  const [now, setNow] = useState(pageMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(pageMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
