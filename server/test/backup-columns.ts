/** The part of `columns` about backups and restores. */
export const backupColumns = {
  restores: { id: "required", taken: "required", restored: "required", version: "required" },
  restore_answers: {
    restore_id: "required",
    station_name: "required",
    answered: "required",
    events: "required",
    is_complete: "required",
  },
} as const;
