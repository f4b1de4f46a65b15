import { asyncSignal, type AsyncSignal } from "../lib/index.ts";

/** Wakes requests that wait for a capture when one of its images is uploaded to this server. */
export type Arrivals = {
  /** Starts to listen for uploads of a capture. */
  watch(captureId: string): AsyncSignal & { end(): void };
  notify(captureId: string): void;
};

export function newArrivals(): Arrivals {
  const signals = new Map<string, AsyncSignal>();
  return {
    watch(captureId) {
      const signal = asyncSignal();
      signals.set(captureId, signal);
      return { ...signal, end: () => void signals.delete(captureId) };
    },
    notify: (captureId) => signals.get(captureId)?.notify(),
  };
}
