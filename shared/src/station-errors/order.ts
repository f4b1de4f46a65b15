import type { Timestamp } from "../lib/index.ts";
import type { StationError } from "./station-error.ts";

/** When an error occurred: the time that the station reported, else the time it was logged. */
export function errorTime(error: Pick<StationError, "occurred" | "time_logged">): Timestamp {
  return error.occurred ?? error.time_logged;
}

/** The order of the error log: unresolved errors first, then the most recently logged (specification, section 2). */
export function sortErrors(errors: readonly StationError[]): StationError[] {
  return errors.toSorted(
    (a, b) => Number(a.time_handled !== null) - Number(b.time_handled !== null) || laterFirst(a, b) || b.id - a.id,
  );
}

/** The unresolved error that was logged last; null when all are resolved. */
export function latestUnresolved(errors: readonly StationError[]): StationError | null {
  const [first] = sortErrors(errors);
  return first && first.time_handled === null ? first : null;
}

function laterFirst(a: StationError, b: StationError): number {
  if (a.time_logged === b.time_logged) return 0;
  return a.time_logged > b.time_logged ? -1 : 1;
}
