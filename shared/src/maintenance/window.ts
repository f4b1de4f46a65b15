import { z } from "zod";
import { DAY_MS, idOf, textOf, timestamp, type Timestamp } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";

/** The longest maintenance, in days. */
export const MAINTENANCE_MAX_DAYS = 14;
/** How far ahead maintenance can be planned, in days. */
export const MAINTENANCE_AHEAD_DAYS = 90;
/** Stations that one call puts into maintenance. */
export const MAINTENANCE_STATIONS_MAX = 500;

export const maintenanceId = idOf("There is no such maintenance.");

/**
 * A time in which a station is worked on: it causes no alerts, and its errors are not counted in triage. `by` is who started or planned it;
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

const why = textOf(500, "Say why the station is in maintenance.");

/** Maintenance of stations, from now on or, with `from`, at a later time. */
export const newMaintenance = z.strictObject({
  stations: z
    .array(stationName)
    .min(1, "Choose at least one station.")
    .max(MAINTENANCE_STATIONS_MAX, `Choose at most ${MAINTENANCE_STATIONS_MAX} stations.`)
    .refine((names) => new Set(names).size === names.length, "Name each station once."),
  why,
  from: timestamp.nullable().default(null),
  until: timestamp,
});

/** A later or earlier end, another start of planned maintenance, or another reason. `rev` is the revision that the caller has seen. */
export const maintenanceChange = z.strictObject({
  rev: z.int(),
  from: timestamp.optional(),
  until: timestamp.optional(),
  why: why.optional(),
});

/** What becomes of the errors that a station logged during its maintenance: resolved as caused by the work, or triaged like others. */
export const maintenanceErrors = z.enum(["resolve", "triage"]);

export const maintenanceEnd = z.strictObject({ rev: z.int(), errors: maintenanceErrors });

/** What is wrong with the times of a maintenance at `now` (ms); null when nothing is. */
export function timesProblem(
  { from, until }: { from: Timestamp; until: Timestamp },
  now: number,
): { field: "from" | "until"; message: string } | null {
  const [start, end] = [Date.parse(from), Date.parse(until)];
  if (start > now + MAINTENANCE_AHEAD_DAYS * DAY_MS) {
    return { field: "from", message: `Choose a start in the next ${MAINTENANCE_AHEAD_DAYS} days.` };
  }
  if (end <= Math.max(start, now)) return { field: "until", message: "Choose an end after the start and after now." };
  if (end - start > MAINTENANCE_MAX_DAYS * DAY_MS) {
    return { field: "until", message: `Maintenance takes at most ${MAINTENANCE_MAX_DAYS} days.` };
  }
  return null;
}

/** The solution of errors that are resolved with the maintenance that caused them. */
export function maintenanceSolution({ by, why }: Pick<MaintenanceWindow, "by" | "why">): string {
  return `Maintenance by ${by}: ${why}`;
}
