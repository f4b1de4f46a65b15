import type { Logger } from "pino";

const LOG_EVERY_MS = 60_000;

/** Runs work, and returns its result, or `otherwise` when it fails. */
type Attempt = <T>(work: () => Promise<T>, otherwise: T) => Promise<T>;

/**
 * For work that is tried again and again, also while the database is unavailable for hours: logs `failure` when an attempt fails after one that
 * succeeded, then once a minute with the number of failures since, and when an attempt succeeds again.
 */
export function attempts({ log, failure }: { log: Pick<Logger, "warn">; failure: string }): Attempt {
  let failures = 0;
  let loggedAt = 0;
  return async (work, otherwise) => {
    try {
      const result = await work();
      if (failures > 0) log.warn({ failures }, `${failure}; it works again`);
      failures = 0;
      return result;
    } catch (error) {
      failures += 1;
      if (failures === 1 || performance.now() - loggedAt >= LOG_EVERY_MS) {
        loggedAt = performance.now();
        log.warn({ err: error, failures }, failure);
      }
      return otherwise;
    }
  };
}
