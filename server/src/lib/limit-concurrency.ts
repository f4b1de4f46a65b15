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
