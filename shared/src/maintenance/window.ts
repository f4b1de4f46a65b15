import { z } from "zod";
import { idOf, timestamp } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";

export const maintenanceId = idOf("There is no such maintenance.");

/**
 * A time in which a station is worked on: it causes no alerts. `by` is who started or planned it;
 * all but admins read "Groundcrew Support" for staff. It ends by itself at `until`, or earlier at `ended_at` by `ended_by`; both are null until it
 * has ended, and `ended_by` stays null when it ended by itself. `rev` changes with each change.
 */
export const maintenanceWindow = z.object({
  id: z.int(),
  station: stationName,
  why: z.string(),
  by: z.string(),
  from: timestamp,
  until: timestamp,
  ended_at: timestamp.nullable(),
  ended_by: z.string().nullable(),
  rev: z.int(),
});
export type MaintenanceWindow = z.output<typeof maintenanceWindow>;

/** The maintenance that a station is in, as its row in the list has it. Only admins receive the names of staff; others receive null. */
export const currentMaintenance = maintenanceWindow
  .pick({ id: true, why: true, from: true, until: true })
  .extend({ by: z.string().nullable() });
export type CurrentMaintenance = z.output<typeof currentMaintenance>;
