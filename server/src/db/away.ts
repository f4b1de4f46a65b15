import { DatabaseError } from "pg";

/** Classes and codes of SQLSTATE that say nothing about the statement: lost, refused, stopping, full, read-only, too slow. */
const AWAY_STATES = ["08", "53", "57", "58", "25006", "40", "55P03"];

const AWAY_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** What the driver says of a connection without giving a code. */
const DRIVER_WORDS =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** Whether an error means that the database cannot be used right now, and that trying again later may help. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return AWAY_STATES.some((state) => error.code?.startsWith(state));
  if (error instanceof AggregateError) return error.errors.every(isDatabaseAway);
  if (!("code" in error) || typeof error.code !== "string") return DRIVER_WORDS.test(error.message);
  // A Unix socket that is gone.
  const isSocketGone = error.code === "ENOENT" && "syscall" in error && error.syscall === "connect";
  return isSocketGone || AWAY_CODES.has(error.code);
}
