/** How many tasks may wait, for how long (without `waitMs` any time), and the error for those that do not get to run. */
type Queue = { max: number; waitMs?: number; full: () => Error };

/** Runs at most `limit` tasks at once; the others wait in order of arrival. Without `queue` any number may wait. */
export function limitConcurrency(limit: number, queue?: Queue): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting = new Set<() => void>();

  /** Resolves when another task hands over its slot. */
  function turn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.add(resolve);
    if (queue?.waitMs === undefined) return promise;
    const timer = setTimeout(() => {
      waiting.delete(resolve);
      reject(queue.full());
    }, queue.waitMs);
    return promise.finally(() => clearTimeout(timer));
  }

  return async (task) => {
    if (queue && running >= limit && waiting.size >= queue.max) throw queue.full();
    // A task that ends hands its slot to the first that waits, so that no newcomer takes it.
    if (running >= limit) await turn();
    else running++;
    try {
      return await task();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running--;
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

/** Waits until all tasks have ended, `longestMs` at the longest. */
export async function settled(tasks: Iterable<Promise<void>>, longestMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestMs);
  });
  await Promise.race([Promise.all(tasks), late]);
  clearTimeout(timer);
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
