/** Runs a task on request, never twice at once: requests that arrive before a run starts share it. */
export function coalesce(task: () => Promise<void>, delayMs: number) {
  let timer: NodeJS.Timeout | null = null;
  let next: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();

  /** Runs as soon as the current run has ended. */
  function now(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    next ??= last.then(() => {
      next = null;
      return task();
    });
    // A run that failed is its callers' concern; the next one starts all the same.
    last = next.catch(() => {});
    return next;
  }

  /** Runs after the delay, counted from the first request. */
  function soon(): void {
    timer ??= setTimeout(() => void now(), delayMs);
  }

  return { now, soon };
}
