/** How many tasks may wait, and the error for those that come after them. */
type Queue = { max: number; full: () => Error };

/** Runs at most `limit` tasks at once; the others wait in order of arrival. Without `queue` any number may wait. */
export function limitConcurrency(limit: number, queue?: Queue): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (task) => {
    if (queue && running >= limit && waiting.length >= queue.max) throw queue.full();
    // A task that ends hands its slot to the first that waits, so that no newcomer takes it.
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Runs tasks one at a time: each starts when the one before has ended, successfully or not. */
export function serialQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run<T>(task: () => Promise<T>): Promise<T> {
      const result = last.then(task);
      last = result.catch(() => undefined);
      return result;
    },
    /** Resolves when all tasks added so far have ended. */
    idle: () => last,
  };
}

export type AsyncSignal = ReturnType<typeof asyncSignal>;

/** Lets one caller wait until it is notified. A notification that nobody waits for ends the next wait at once. */
export function asyncSignal() {
  let isNotified = false;
  let wake: (() => void) | null = null;
  return {
    notify(): void {
      isNotified = true;
      wake?.();
    },
    /** Resolves once notified, after `timeoutMs` at the latest. */
    async wait(timeoutMs: number): Promise<void> {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = null;
      isNotified = false;
    },
  };
}
