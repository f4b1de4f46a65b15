/** Runs a piece of work again and again, never twice at once: soon, or as soon as the run before has ended. */
export function runSoon(work: () => Promise<void>, delayMs: number) {
  let timer: NodeJS.Timeout | null = null;
  let waiting: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();

  /** Whoever asks while a run is waiting to begin gets that one. */
  function now(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    waiting ??= last.then(() => {
      waiting = null;
      return work();
    });
    last = waiting;
    return waiting;
  }

  /** Runs after the delay, counted from the first time that this is asked for. */
  function soon(): void {
    timer ??= setTimeout(() => void now(), delayMs);
  }

  return { now, soon };
}
