import type { Steps } from "@groundcrew/shared/lib";
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work runs before other work gets a turn (ms). */
const SLICE_MS = 2;
/** The same for work that somebody waits for, when other work takes as long each time. */
export const WAITED_FOR_MS = 10;

/**
 * Divides long work in a thread that has other work too. Await the returned function between its steps: it waits when others have waited
 * long enough. With more than two milliseconds, the work goes on for as long as the others just took, up to `mostMs`: it would otherwise take several times as
 * long while they are busy.
 */
export function turns(mostMs = SLICE_MS): () => Promise<void> {
  let endMs = performance.now() + SLICE_MS;
  return async () => {
    const waitedFrom = performance.now();
    if (waitedFrom < endMs) return;
    await nextTurn();
    const now = performance.now();
    endMs = now + Math.min(mostMs, Math.max(SLICE_MS, now - waitedFrom));
  };
}

/** Does work in steps, between which others have a turn when they have waited long enough. */
export async function inTurns<T>(steps: Steps<T>, mostMs = SLICE_MS): Promise<T> {
  const nextTurn = turns(mostMs);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}
