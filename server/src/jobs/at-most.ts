/** Who may wait for their turn, and what those who come after them are told. */
type Queue = { most: number; full: () => Error };

/** Runs work, at most so much of it at once; the rest waits, first come, first served. Without a queue any number may wait. */
export function atMost(atOnce: number, queue?: Queue): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (queue && running >= atOnce && waiting.length >= queue.most) throw queue.full();
    // Whoever waits is handed the place of the one who leaves, so nobody slips in between.
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
