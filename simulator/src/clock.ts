/** The simulator's source of time. `after` runs a function once after `ms`; the function it returns cancels that. */
export type Clock = { now(): number; after(ms: number, run: () => void): () => void };

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
