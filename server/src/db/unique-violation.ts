import { DatabaseError } from "pg";

const UNIQUE_VIOLATION = "23505";

/** Name of the constraint that says a value may be there only once, when that is why a statement failed; else null. */
export function uniqueViolation(error: unknown): string | null {
  if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) return null;
  return error.constraint ?? null;
}
