import { useEffect, useState, useSyncExternalStore } from "react";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { pageValue } from "../../page/index.ts";

/** Both clocks of a page at one moment (ms): the computer's clock, and one that never runs backwards. */
export type ClockReading = { wallMs: number; monotonicMs: number };

/** How far the computer's clock was ahead of the monotonic one at the last reading, and the total time that the monotonic one missed. */
type PageClock = { aheadMs: number; missedMs: number };

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

const clock = pageValue<PageClock | null>(() => null);

/** Time since an arbitrary start on this page (ms), unaffected by changes of the computer's clock. */
export function pageMs(): number {
  const reading = { wallMs: Date.now(), monotonicMs: performance.now() };
  const start = { aheadMs: reading.wallMs - reading.monotonicMs, missedMs: 0 };
  const next = advance(clock.get() ?? start, reading);
  clock.set(next);
  return reading.monotonicMs + next.missedMs;
}

/** The page's time (ms), updated every second while the page is visible. */
export function usePageNow(): number {
  const [now, setNow] = useState(pageMs);
  useEffect(() => onSecond(() => setNow(pageMs())), []);
  return now;
}

/** Calls `listener` every second while the page is visible, and when it becomes visible. Returns how to stop that. */
export function onSecond(listener: () => void): () => void {
  const unsubscribe = second.last.subscribe(listener);
  const leave = second.join();
  return () => {
    unsubscribe();
    leave();
  };
}

/** A response: the server's time when the request arrived there (ms), and the page's time when it was sent and answered (ms). */
export type TimedResponse = { serverMs: number; sentMs: number; receivedMs: number };

/**
 * How far the server's clock is ahead of the page's (ms) after another response. The request arrived at the server between when it was sent
 * and when the response was received. An estimate in that range is kept.
 */
export function adjustedAheadMs(aheadMs: number, { serverMs, sentMs, receivedMs }: TimedResponse): number {
  return Math.min(Math.max(aheadMs, serverMs - receivedMs), serverMs - sentMs);
}

/** How far the server's clock is ahead of the page's (ms); null until it has responded. */
const serverAheadMs = pageValue<number | null>(() => null);

/** The server's current time (ms): the time in the last response plus the time that passed on this page since. */
export function serverNow(): number {
  const now = pageMs();
  return now + (serverAheadMs.get() ?? Date.now() - now);
}

/** The server's time (ms) of a moment on the page. */
export function toServerTime(atPageMs: number): number {
  return serverNow() - (pageMs() - atPageMs);
}

/** Learns the server's time from the header of a response that just arrived and was requested at `sentMs`. */
export function learnServerTime(time: string | null, sentMs: number): void {
  const serverMs = time === null ? Number.NaN : Date.parse(time);
  if (Number.isNaN(serverMs)) return;
  const receivedMs = pageMs();
  const aheadMs = serverAheadMs.get() ?? Date.now() - receivedMs;
  serverAheadMs.set(adjustedAheadMs(aheadMs, { serverMs, sentMs, receivedMs }));
}

/** A time that all parts of a page share: read every `everyMs` while someone uses it and the page is visible, and when that becomes visible. */
function sharedTime(everyMs: number, read: () => number) {
  const last = pageValue<number>(() => 0);
  /** How many use it, and how to stop its timer; null while there is none. */
  const running = pageValue<{ users: number; stop: () => void } | null>(() => null);
  const tick = () => {
    if (!document.hidden) last.set(read());
  };

  function start(): () => void {
    const timer = setInterval(tick, everyMs);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }

  function leave(): void {
    const now = running.get();
    if (now === null) return;
    if (now.users === 1) now.stop();
    running.set(now.users === 1 ? null : { ...now, users: now.users - 1 });
  }

  return {
    last,
    isRunning: () => running.get() !== null,
    /** Returns how to leave. */
    join(): () => void {
      const { users, stop } = running.get() ?? { users: 0, stop: start() };
      running.set({ users: users + 1, stop });
      return leave;
    },
  };
}

const second = sharedTime(SECOND_MS, pageMs);

/** A component that appears between two ticks lets the clock tick if the last one is older (ms). */
const OLD_TICK_MS = SECOND_MS;
/** All ages on the page are of this time, so that neighbors agree. */
const ages = sharedTime(10 * SECOND_MS, serverNow);

/** The server's time (ms), from which all ages are computed. Updated every ten seconds, and when a hidden page becomes visible again. */
export function useServerNow(): number {
  return useSyncExternalStore(onTick, tickTime);
}

/** A text about the server's time, which renders again only when it changes. */
export function useServerText(textAt: (now: number) => string): string {
  return useSyncExternalStore(onTick, () => textAt(tickTime()));
}

function tickTime(): number {
  if (!ages.isRunning()) tickIfOld();
  return ages.last.get();
}

function tickIfOld(): void {
  if (Math.abs(serverNow() - ages.last.get()) >= OLD_TICK_MS) ages.last.set(serverNow());
}

function onTick(listener: () => void): () => void {
  const leave = ages.join();
  const unsubscribe = ages.last.subscribe(listener);
  tickIfOld();
  return () => {
    unsubscribe();
    leave();
  };
}
