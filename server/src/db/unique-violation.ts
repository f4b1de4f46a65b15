import { DatabaseError } from "pg";

const UNIQUE_VIOLATION = "23505";

/** Name of the violated unique constraint; null when the error is anything else. */
export function uniqueViolation(error: unknown): string | null {
  if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) return null;
  return error.constraint ?? null;
}
