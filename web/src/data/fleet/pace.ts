/** The share of the page's time that may be spent: one part in this many. */
const SHARE = 40;
/** Browsers delay a timer by up to this long (ms), although nothing else runs. */
const TIMER_DELAY_MS = 4;

/**
 * Runs something in the next frame after it was requested, but so rarely that it takes a small share of the page's time. While the page is
 * hidden it waits.
 */
export class Pace {
  readonly #run: () => void;
  #isWaiting = false;
  #nextMs = 0;

  constructor(run: () => void) {
    this.#run = run;
  }

  request(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#wait();
  }

  #wait(): void {
    const inMs = this.#nextMs - performance.now();
    if (document.hidden) document.addEventListener("visibilitychange", () => this.#wait(), { once: true });
    else if (inMs > 0) setTimeout(() => this.#wait(), inMs);
    else requestAnimationFrame(() => (document.hidden ? this.#wait() : this.#runOnce()));
  }

  #runOnce(): void {
    this.#isWaiting = false;
    const startMs = performance.now();
    this.#run();
    const ranMs = performance.now() - startMs;
    this.#nextMs = startMs + ranMs * SHARE;
    // What was changed is rendered by a timer that was started before this one.
    setTimeout(() => {
      const allMs = performance.now() - startMs - TIMER_DELAY_MS;
      this.#nextMs = startMs + Math.max(ranMs, allMs) * SHARE;
    });
  }
}
