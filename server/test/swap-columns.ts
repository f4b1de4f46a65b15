const counts = { succeeded: "required", with_errors: "required", failed: "required", maintenance: "required" } as const;

/** The part of `columns` about attempts to swap. */
export const swapColumns = {
  swap_pieces: {
    id: "required",
    station_name: "required",
    event_id: "required",
    at: "required",
    kind: "required",
    job_id: "nullable",
    swaps: "required",
    error_id: "nullable",
    fingerprint_id: "nullable",
    firmware: "required",
    org_id: "required",
    in_maintenance: "required",
    stored: "required",
  },
  swap_progress: {
    station_name: "required",
    seen_id: "required",
    seen_at: "required",
    open_from: "nullable",
    due: "nullable",
  },
  swap_attempts: {
    station_name: "required",
    error_id: "required",
    at: "required",
    outcome: "required",
    job_id: "nullable",
    errors: "required",
    fingerprint_id: "nullable",
    firmware: "required",
    org_id: "required",
    in_maintenance: "required",
  },
  swap_days: { station_name: "required", day: "required", firmware: "required", org_id: "required", ...counts },
  swap_hours: { station_name: "required", hour: "required", firmware: "required", org_id: "required", ...counts },
} as const;
