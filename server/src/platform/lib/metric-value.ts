import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "@groundcrew/shared/lib";

/** Shorter than Prometheus waits for an answer, so that the other metrics arrive during an outage. */
const WAIT_MS = 2 * SECOND_MS;

/** Reads the value of a metric. Resolves with `otherwise` when that fails or takes longer than two seconds. */
export async function metricValue<Value>(read: () => Promise<Value>, otherwise: Value): Promise<Value> {
  const abortTimeout = new AbortController();
  const timeout = sleep(WAIT_MS, otherwise, { signal: abortTimeout.signal });
  // Aborted below when the value is known earlier.
  timeout.catch(() => {});
  const value = read().catch(() => otherwise);
  try {
    return await Promise.race([value, timeout]);
  } finally {
    abortTimeout.abort();
  }
}
