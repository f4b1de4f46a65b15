import { DatabaseError } from "pg";

// SQLSTATE classes and codes that say "not now", whatever was asked: connection lost, resources (a full disk among
// them), being shut down or restarted, taking too long, waiting too long for a lock.
const STATES = /^(08|53|57P|57014|55P03|25006)/;

const SYSTEM = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH"]);

// The driver gives these no code.
const WORDLESS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether an error means that the database cannot be used right now, rather than that the call was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseError) return STATES.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string") return "syscall" in error && SYSTEM.has(error.code);
  return WORDLESS.test(error.message);
}
