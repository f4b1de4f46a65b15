import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "pg";

/**
 * SQLSTATE classes and codes that are not the statement's fault: lost or refused connection, shutdown, full disk, read-only, conflict,
 * timeout.
 */
const UNAVAILABLE_STATES = ["08", "53", "57", "58", "25006", "40", "55P03"];

/** SQLSTATE classes for errors caused by the written data rather than by the state of the database. */
const DATA_CLASSES = new Set(["21", "22", "23"]);

const UNIQUE_VIOLATION = "23505";
const READ_ONLY = "25006";

/** JavaScript's own errors, which are bugs in this program. */
const PROGRAMMING_ERRORS = [TypeError, RangeError, SyntaxError];

/** Errors thrown by database connections. Stored by identity, because `ECONNRESET` does not show which connection was reset. */
const connectionErrors = new WeakSet<Error>();

/** For the dialect: registers an error of a connection, or of an attempt to get one, and returns it. */
export function trackConnectionFailure(error: unknown): unknown {
  if (error instanceof Error && !PROGRAMMING_ERRORS.some((kind) => error instanceof kind)) connectionErrors.add(error);
  return error;
}

/** Whether an error means that the database is unavailable at the moment, and that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return UNAVAILABLE_STATES.some((state) => error.code?.startsWith(state));
  return connectionErrors.has(error);
}

/** True if a statement was refused because its session or its database only reads, as a former primary does. */
export function isReadOnlySession(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === READ_ONLY;
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

/** Whether PostgreSQL rejected the data itself, so that retrying the same write can never succeed. */
export function isRejectedData(error: unknown): boolean {
  return error instanceof Error && "code" in error && DATA_CLASSES.has(String(error.code).slice(0, 2));
}

/** Name of the violated unique constraint; null when the error is anything else. */
export function uniqueViolation(error: unknown): string | null {
  if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) return null;
  return error.constraint ?? null;
}
