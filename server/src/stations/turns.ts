/** Lets pieces of work wait for each other: each begins when the one before has ended, well or not. */
export function takeTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    inTurn<T>(work: () => Promise<T>): Promise<T> {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
    /** When all work given so far has ended. */
    idle: () => last,
  };
}
