import type { StationError } from "../src/station-errors/index.ts";

/** An unresolved station error for tests. */
export function sampleError(differences: Partial<StationError> = {}): StationError {
  return {
    id: 1,
    job_id: null,
    job_type: null,
    time_logged: "2026-05-01T00:00:00.000Z",
    occurred: null,
    time_handled: null,
    error_message: "Door is stuck",
    solution: null,
    supportlog_entry_id: null,
    ...differences,
  };
}
