import type { MaintenanceWindow } from "../src/maintenance/index.ts";

/** A maintenance that is not ended. */
export function sampleMaintenance(differences: Partial<MaintenanceWindow> = {}): MaintenanceWindow {
  return {
    id: 7,
    station: "gc-000000000001",
    why: "Gantry belt and rails",
    by: "Ana Ruiz",
    from: "2026-11-21T13:30:00.000Z",
    until: "2026-11-21T16:00:00.000Z",
    ended_at: null,
    ended_by: null,
    rev: 1,
    ...differences,
  };
}
