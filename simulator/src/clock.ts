/** Time as the simulator sees it. `after` runs something once, so many ms later, unless the function it returns is called before. */
export type Clock = { now(): number; after(ms: number, run: () => void): () => void };

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
