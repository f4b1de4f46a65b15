import { setTimeout as sleep } from "node:timers/promises";

/** Asks one thing whether it is ready: null when it is, else words that say why not. A failure counts as no. */
export type Check = () => Promise<string | null>;

/** The answer of a check that must come in time: null, or a sentence that begins with its name. */
export async function tryWithin(name: string, check: Check, waitMs: number): Promise<string | null> {
  const timer = new AbortController();
  const late = sleep(waitMs, "does not answer", { signal: timer.signal });
  // Ended below, when the check was quicker.
  late.catch(() => {});
  try {
    const reason = await Promise.race([check(), late]);
    return reason === null ? null : sentence(name, reason);
  } catch (error) {
    return sentence(name, error instanceof Error ? error.message : String(error));
  } finally {
    timer.abort();
  }
}

function sentence(name: string, reason: string): string {
  return `${name}: ${reason.replace(/\.$/, "")}.`;
}
