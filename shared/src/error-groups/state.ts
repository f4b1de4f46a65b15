import { z } from "zod";
import { compareVersions, DAY_MS, timestamp, type Timestamp } from "../lib/index.ts";

/** The current state of a group of errors. */
export const errorGroupState = z.enum(["new", "ongoing", "escalating", "regressed", "archived", "resolved"]);
export type ErrorGroupState = z.output<typeof errorGroupState>;

/** How long a group is new, unless someone acknowledges it. */
export const NEW_MS = 7 * DAY_MS;
/** From this multiple of the usual number, and this many more, a group escalates. */
const ESCALATION = { errors: { times: 3, more: 10 }, stations: { times: 2, more: 3 } } as const;

/**
 * When an archived group comes back: at a time, after a number of further errors or stations, with an error of a newer firmware, or when it
 * escalates. Null conditions do not apply. `errors_before` and `stations_before` are its numbers when it was archived.
 */
export const groupArchive = z.object({
  until: timestamp.nullable(),
  errors: z.int().positive().nullable(),
  stations: z.int().positive().nullable(),
  newer_than: z.string().nullable(),
  if_escalates: z.boolean(),
  why: z.string(),
  by: z.string(),
  at: timestamp,
  errors_before: z.int(),
  stations_before: z.int(),
});
export type GroupArchive = z.output<typeof groupArchive>;

/** How all errors of a group were resolved. `fixed_from` is the firmware from which on the fault must not occur; null for any. */
export const groupResolution = z.object({
  at: timestamp,
  by: z.string(),
  solution: z.string(),
  fixed_from: z.string().nullable(),
});
export type GroupResolution = z.output<typeof groupResolution>;

/** The facts that determine a group's state. */
export type GroupStatus = {
  state: ErrorGroupState;
  state_since: Timestamp;
  first_seen: Timestamp;
  total: number;
  stations_total: number;
  archive: GroupArchive | null;
  resolution: GroupResolution | null;
};

/** The facts of a stored error that determine its group's state. `station` is its title; `happened` is by the server's clock. */
export type Occurrence = { station: string; happened: Timestamp; firmware: string | null };

/** A new state and its cause, in words; null when the state stays. */
export type StateChange = { state: ErrorGroupState; reason: string | null } | null;

/**
 * Whether an error is resolved as it is stored: it happened before its group was resolved, or on a firmware older than the one with the
 * fix.
 */
export function isResolvedOnArrival(
  resolution: GroupResolution | null,
  { happened, firmware }: Omit<Occurrence, "station">,
): boolean {
  if (resolution === null) return false;
  if (Date.parse(happened) <= Date.parse(resolution.at)) return true;
  const { fixed_from } = resolution;
  return fixed_from !== null && firmware !== null && compareVersions(firmware, fixed_from) < 0;
}

/** The state after unresolved errors were stored. The group's numbers include them. */
export function stateAfterErrors(group: GroupStatus, errors: readonly Occurrence[]): StateChange {
  const [first] = errors.toSorted((a, b) => Date.parse(a.happened) - Date.parse(b.happened));
  if (first === undefined) return null;
  if (group.state === "resolved") {
    const firmware = first.firmware === null ? "" : `, firmware ${first.firmware}`;
    return { state: "regressed", reason: `First error after the resolution: ${first.station}${firmware}` };
  }
  const reason = group.archive === null ? null : returnReason(group.archive, group, errors);
  return reason === null ? null : { state: "ongoing", reason };
}

function returnReason(
  { errors: more, stations, newer_than, ...archive }: GroupArchive,
  { total, stations_total }: GroupStatus,
  errors: readonly Occurrence[],
): string | null {
  const added = { errors: total - archive.errors_before, stations: stations_total - archive.stations_before };
  if (more !== null && added.errors >= more) return `${added.errors} more errors`;
  if (stations !== null && added.stations >= stations) return `${added.stations} more stations`;
  const newer = errors.find(
    ({ firmware }) => newer_than !== null && firmware !== null && compareVersions(firmware, newer_than) > 0,
  );
  return newer ? `First error with firmware ${newer.firmware}` : null;
}

/** Errors of the last 24 hours and of the seven days before, and the stations that had none before the last 24 hours. */
export type RecentErrors = { day: number; week_before: number; new_stations: number };

/** The state at `now` (ms) if nothing but time has passed. */
export function stateAfterTime(group: GroupStatus, recent: RecentErrors, now: number): StateChange {
  const escalation = escalationOf(group, recent);
  switch (group.state) {
    case "new":
      return now - Date.parse(group.first_seen) >= NEW_MS ? { state: "ongoing", reason: null } : null;
    case "ongoing":
    case "regressed":
      return escalation === null ? null : { state: "escalating", reason: escalation };
    case "escalating":
      return calmed(group, escalation, now);
    case "archived":
      return returned(group, escalation, now);
    case "resolved":
      return null;
  }
}

/** Ends an escalation once the group has been below the limits for 24 hours. */
function calmed({ state_since }: GroupStatus, escalation: string | null, now: number): StateChange {
  const isOver = escalation === null && now - Date.parse(state_since) >= DAY_MS;
  return isOver ? { state: "ongoing", reason: null } : null;
}

function returned({ archive }: GroupStatus, escalation: string | null, now: number): StateChange {
  if (archive === null) return null;
  if (archive.if_escalates && escalation !== null) return { state: "escalating", reason: escalation };
  const isOver = archive.until !== null && Date.parse(archive.until) <= now;
  return isOver ? { state: "ongoing", reason: "The time it was archived for has passed" } : null;
}

function escalationOf(
  { stations_total }: GroupStatus,
  { day, week_before, new_stations }: RecentErrors,
): string | null {
  const usual = week_before / 7;
  const { errors, stations } = ESCALATION;
  if (day >= errors.times * usual && day - usual >= errors.more) {
    return `${day} errors in 24 hours, about ${Math.round(usual)} a day before`;
  }
  const before = stations_total - new_stations;
  const isSpreading = before > 0 && stations_total >= stations.times * before && new_stations >= stations.more;
  return isSpreading ? `${stations_total} stations, ${before} a day before` : null;
}
