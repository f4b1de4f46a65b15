import { z } from "zod";
import { DAY_MS, textOf, timestamp, type Timestamp } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { maintenanceId, type MaintenanceWindow } from "./window.ts";

/** The longest maintenance, in days. */
export const MAINTENANCE_MAX_DAYS = 14;
/** How far ahead maintenance can be planned, in days. */
export const MAINTENANCE_AHEAD_DAYS = 90;
/** Stations that one call puts into maintenance. */
export const MAINTENANCE_STATIONS_MAX = 500;

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

/** The treatment of errors that a station logged during its maintenance: resolved as caused by the work, or triaged like others. */
export const maintenanceErrors = z.enum(["resolve", "triage"]);

export const maintenanceEnd = z.strictObject({ rev: z.int(), errors: maintenanceErrors });

/** A maintenance and the end that the caller has seen. */
const seenMaintenance = z.strictObject({ id: maintenanceId, seen_until: timestamp });

/** At most as many as one call starts, each once. */
function several<Seen extends z.ZodType<{ id: number }>>(seen: Seen) {
  return z
    .array(seen)
    .min(1, "Choose at least one station.")
    .max(MAINTENANCE_STATIONS_MAX, `Choose at most ${MAINTENANCE_STATIONS_MAX} stations.`)
    .refine((windows) => new Set(windows.map(({ id }) => id)).size === windows.length, "Name each maintenance once.");
}

/** Later ends of maintenance. */
export const maintenanceExtension = z.strictObject({
  windows: several(
    seenMaintenance
      .extend({ until: timestamp })
      .refine(({ seen_until, until }) => Date.parse(until) > Date.parse(seen_until), {
        path: ["until"],
        message: "Choose a later end.",
      }),
  ),
});

export const maintenanceEnds = z.strictObject({ windows: several(seenMaintenance), errors: maintenanceErrors });

/** The problem with the times of a maintenance at `now` (ms); null if there is none. */
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
