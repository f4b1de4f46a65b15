/** Classes of SQLSTATE that report something about what was written, and not about the database. */
const DATA_CLASSES = new Set(["21", "22", "23"]);

/** Whether the same write can never succeed: PostgreSQL refused what is in it. */
export function isRejectedData(error: unknown): boolean {
  return error instanceof Error && "code" in error && DATA_CLASSES.has(String(error.code).slice(0, 2));
}
