import type { Clock } from "../src/clock.ts";

/** A clock that moves only by `advance`, which runs the timers that become due in order, each at its own time. */
export function fakeClock(start: number): Clock & { advance(ms: number): void } {
  let now = start;
  let due: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(ms, run) {
      const entry = { at: now + ms, run };
      due.push(entry);
      return () => {
        due = due.filter((other) => other !== entry);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (let next = earliest(due); next && next.at <= end; next = earliest(due)) {
        const reached = next;
        due = due.filter((entry) => entry !== reached);
        now = Math.max(now, reached.at);
        reached.run();
      }
      now = end;
    },
  };
}

function earliest(due: { at: number; run: () => void }[]): { at: number; run: () => void } | null {
  return due.reduce<{ at: number; run: () => void } | null>((a, b) => (a && a.at <= b.at ? a : b), null);
}
