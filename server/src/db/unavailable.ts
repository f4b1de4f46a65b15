import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "pg";

/** Classes and codes of SQLSTATE that report nothing about the statement: lost, refused, stopping, full, read-only, too slow. */
const AWAY_STATES = ["08", "53", "57", "58", "25006", "40", "55P03"];

/** What connections to the database failed with. Kept by object: an `ECONNRESET` does not report whose connection was reset. */
const ofConnections = new WeakSet<Error>();

/** For the dialect: notes what a connection, or the attempt to get one, failed with, and returns it. */
export function noteConnectionFailure(error: unknown): unknown {
  // What PostgreSQL says has its own state, and what JavaScript says is a mistake of ours.
  if (error instanceof Error && !OWN_MISTAKES.some((mistake) => error instanceof mistake)) ofConnections.add(error);
  return error;
}

const OWN_MISTAKES = [TypeError, RangeError, SyntaxError];

/** Whether an error means that the database cannot be used right now, and that trying again later may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return AWAY_STATES.some((state) => error.code?.startsWith(state));
  return ofConnections.has(error);
}

const START_MS = 60_000;
const RETRY_MS = 500;

/** For the start on a busy machine: tries reads again while the database is away, for a minute. Throws the first failure. */
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
