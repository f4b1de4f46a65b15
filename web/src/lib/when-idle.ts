import { SECOND_MS } from "@groundcrew/shared/lib";

const MAX_WAIT_MS = SECOND_MS;

/** Runs `work` when the page has nothing else to do, at the latest after a second. Returns what cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no `requestIdleCallback`.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: MAX_WAIT_MS });
  return () => cancelIdleCallback(handle);
}
