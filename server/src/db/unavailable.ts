import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "pg";

/**
 * SQLSTATE classes and codes that are not the statement's fault: lost or refused connection, shutdown, full disk, read-only, conflict,
 * timeout.
 */
const AWAY_STATES = ["08", "53", "57", "58", "25006", "40", "55P03"];

/** Errors thrown by database connections. Stored by identity, because an `ECONNRESET` does not tell which connection was reset. */
const ofConnections = new WeakSet<Error>();

/** For the dialect: registers an error of a connection, or of an attempt to get one, and returns it. */
export function noteConnectionFailure(error: unknown): unknown {
  // PostgreSQL's errors have a SQLSTATE, and JavaScript's own errors are bugs in this program.
  if (error instanceof Error && !OWN_MISTAKES.some((mistake) => error instanceof mistake)) ofConnections.add(error);
  return error;
}

const OWN_MISTAKES = [TypeError, RangeError, SyntaxError];

/** Whether an error means that the database is unavailable at the moment, and that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return AWAY_STATES.some((state) => error.code?.startsWith(state));
  return ofConnections.has(error);
}

const START_MS = 60_000;
const RETRY_MS = 500;

/** For starts on a busy machine: retries a read for up to a minute while the database is unavailable. Rejects with the first failure. */
export async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + START_MS;
  let first: unknown = null;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      first ??= error;
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw first;
    }
    await sleep(RETRY_MS);
  }
}
