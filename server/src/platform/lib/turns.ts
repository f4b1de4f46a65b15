import type { Steps } from "@groundcrew/shared/lib";
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work runs before other work gets a turn (ms). */
const SLICE_MS = 2;

/**
 * Divides long work in a thread that has other work too. Await the returned function between its steps: it waits when others have waited
 * long enough.
 */
export function turns(): () => Promise<void> {
  let endMs = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < endMs) return;
    await nextTurn();
    endMs = performance.now() + SLICE_MS;
  };
}

/** Does work in steps, between which others have a turn when they have waited long enough. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  const nextTurn = turns();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}
