import { setTimeout as sleep } from "node:timers/promises";

/** Checks whether one part is ready: null when it is, otherwise the reason. A rejection counts as not ready. */
export type Check = () => Promise<string | null>;

/** Runs a check with a timeout: null, or a sentence that begins with its name. */
export async function tryWithin(name: string, check: Check, waitMs: number): Promise<string | null> {
  const abortTimeout = new AbortController();
  const timeout = sleep(waitMs, "does not answer", { signal: abortTimeout.signal });
  // Aborted below when the check is faster.
  timeout.catch(() => {});
  try {
    const reason = await Promise.race([check(), timeout]);
    return reason === null ? null : sentence(name, reason);
  } catch (error) {
    return sentence(name, error instanceof Error ? error.message : String(error));
  } finally {
    abortTimeout.abort();
  }
}

function sentence(name: string, reason: string): string {
  return `${name}: ${reason.replace(/\.$/, "")}.`;
}
