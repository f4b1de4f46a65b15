/** SQLSTATE classes for errors caused by the written data rather than by the state of the database. */
const DATA_CLASSES = new Set(["21", "22", "23"]);

/** Whether PostgreSQL rejected the data itself, so that retrying the same write can never succeed. */
export function isRejectedData(error: unknown): boolean {
  return error instanceof Error && "code" in error && DATA_CLASSES.has(String(error.code).slice(0, 2));
}
