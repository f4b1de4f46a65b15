import { newBell } from "../jobs/index.ts";

type Bell = ReturnType<typeof newBell>;

/** Wakes those who wait for the pictures of a capture when one of them is brought in, as far as that happens on this server. */
export type Arrivals = {
  /** Begins to listen for a capture. */
  watch(captureId: string): Bell & { end(): void };
  tell(captureId: string): void;
};

export function newArrivals(): Arrivals {
  const bells = new Map<string, Bell>();
  return {
    watch(captureId) {
      const bell = newBell();
      bells.set(captureId, bell);
      return { ...bell, end: () => void bells.delete(captureId) };
    },
    tell: (captureId) => bells.get(captureId)?.ring(),
  };
}
