/** The part of `columns` about backups and restores. */
export const backupColumns = {
  backups: {
    id: "required",
    taken: "required",
    finished: "required",
    file: "required",
    bytes: "nullable",
    failure: "nullable",
    is_scheduled: "required",
  },
  restores: { id: "required", taken: "required", restored: "required", version: "required" },
  restore_answers: {
    restore_id: "required",
    station_name: "required",
    answered: "required",
    events: "required",
    is_complete: "required",
  },
} as const;
