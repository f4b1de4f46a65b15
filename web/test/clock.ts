import { onTestFinished, vi } from "vitest";

/** The page's timers and dates, which the test can move forward; meanwhile time passes as usual. */
export function fakeClock() {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
  onTestFinished(() => void vi.useRealTimers());
  return {
    /** Lets time pass: every timer fires when it is due. */
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** Lets time pass while the computer sleeps: no timer fires. */
    sleep: (ms: number) => void vi.setSystemTime(Date.now() + ms),
  };
}
