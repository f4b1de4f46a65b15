import { asyncSignal, type AsyncSignal } from "../lib/index.ts";

/** Wakes those who wait for the pictures of a capture when one of them is brought in, as far as that happens on this server. */
export type Arrivals = {
  /** Begins to listen for a capture. */
  watch(captureId: string): AsyncSignal & { end(): void };
  tell(captureId: string): void;
};

export function newArrivals(): Arrivals {
  const signals = new Map<string, AsyncSignal>();
  return {
    watch(captureId) {
      const signal = asyncSignal();
      signals.set(captureId, signal);
      return { ...signal, end: () => void signals.delete(captureId) };
    },
    tell: (captureId) => signals.get(captureId)?.notify(),
  };
}
