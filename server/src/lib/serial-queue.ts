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
