import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work runs before other work gets a turn (ms). */
const SLICE_MS = 8;

/** Divides long work in the main thread: the returned function is called between its steps, and waits when others have waited long enough. */
export function turns(): () => void | Promise<void> {
  let endMs = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < endMs) return;
    return nextTurn().then(() => {
      endMs = performance.now() + SLICE_MS;
    });
  };
}
