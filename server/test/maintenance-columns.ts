/** The part of `columns` about maintenance. */
export const maintenanceColumns = {
  maintenance_windows: {
    id: "required",
    station_name: "required",
    org_id: "nullable",
    why: "required",
    by_id: "nullable",
    by_name: "required",
    by_staff: "required",
    starts: "required",
    ends: "required",
    ended_at: "nullable",
    ended_by: "nullable",
    ended_by_staff: "required",
    rev: "required",
    reminded: "required",
  },
} as const;
