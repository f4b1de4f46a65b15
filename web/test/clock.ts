import { onTestFinished, vi } from "vitest";
import { nextTask } from "../src/lib/index.ts";

const FAKED = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"] as const;

/** The page's timers and dates, which the test can move forward; otherwise time passes as usual. */
export function fakeClock() {
  return replaceClock({ shouldAdvanceTime: true });
}

/** The page's timers and dates, which stand still until the test moves them forward. */
export function stoppedClock() {
  const clock = replaceClock({ shouldAdvanceTime: false });
  // Vitest moves fake timers forward while it clicks, fills and polls, which takes longer on a busy machine.
  const hidden = vi.spyOn(vi, "isFakeTimers").mockReturnValue(false);
  onTestFinished(() => hidden.mockRestore());
  return clock;
}

function replaceClock(options: { shouldAdvanceTime: boolean }) {
  // Between two timers, Vitest waits for `setImmediate`, or else for `setTimeout`, which browsers delay by 4 ms.
  Reflect.set(globalThis, "setImmediate", (task: () => void) => void nextTask().then(task));
  vi.useFakeTimers({ ...options, toFake: [...FAKED] });
  onTestFinished(() => void vi.useRealTimers());
  return {
    /** Lets time pass: every timer fires when it is due. */
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** Lets time pass while the computer sleeps: no timer fires. */
    sleep: (ms: number) => void vi.setSystemTime(Date.now() + ms),
  };
}
