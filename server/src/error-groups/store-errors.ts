import { isResolvedOnArrival, stateAfterErrors, type Occurrence } from "@groundcrew/shared/error-groups";
import { isStorable, type Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../db/index.ts";
import { snapshotIn } from "../stations/index.ts";
import { fingerprintIds } from "./fingerprint-queries.ts";
import { enterStates, lockGroups, lockGroupsOf, shareGroups, type LockedGroup } from "./status-queries.ts";

/** An error that a station reported. */
export type ReportedError = {
  station_name: string;
  event_id: string;
  error_message: string;
  job_id: string | null;
  job_type: string | null;
  occurred: Timestamp | null;
  time_logged: Timestamp;
};

type ErrorRow = ReportedError & {
  fingerprint_id: number;
  firmware: string | null;
  software: string | null;
  time_handled: Timestamp | null;
  handled_by: string | null;
  solution: string | null;
};

/**
 * Stores errors of locked stations with their groups and versions. Errors that happened before their group was resolved, or on firmware older
 * than its fix, are resolved at once; others may change the state of their group.
 */
export async function storeErrors(tx: Db, errors: readonly ReportedError[]): Promise<void> {
  if (errors.length === 0) return;
  const versions = await selectVersions(tx, [...new Set(errors.map(({ station_name }) => station_name))]);
  const faulty = errors.map((error) => {
    const { station_type = "", firmware = null, software = null } = versions.get(error.station_name) ?? {};
    return { ...error, station_type, firmware, software, happened: happenedAt(error) };
  });
  await shareGroups(tx);
  const ids = await fingerprintIds(tx, faulty);
  const groups = await lockGroupsOf(tx, ids);
  const rows = faulty.map(({ station_type: _, happened, ...error }, index) => {
    const fingerprint_id = ids[index] ?? 0;
    return {
      ...error,
      fingerprint_id,
      ...arrival(groups.get(fingerprint_id), toOccurrence({ ...error, happened }), error.time_logged),
    };
  });
  const stored = await insertErrors(tx, rows);
  await changeStates(tx, groups, stored);
}

/** The time by the server's clock at which an error counts: never later than it was logged. */
function happenedAt({ occurred, time_logged }: Pick<ReportedError, "occurred" | "time_logged">): Timestamp {
  return occurred !== null && Date.parse(occurred) < Date.parse(time_logged) ? occurred : time_logged;
}

function toOccurrence(error: { station_name: string; happened: Timestamp; firmware: string | null }): Occurrence {
  return { station: error.station_name, happened: error.happened, firmware: error.firmware };
}

function arrival(group: LockedGroup | undefined, occurrence: Occurrence, at: Timestamp) {
  const resolution = group?.resolution ?? null;
  if (resolution === null || !isResolvedOnArrival(resolution, occurrence)) {
    return { time_handled: null, handled_by: null, solution: null };
  }
  return { time_handled: at, handled_by: resolution.by, solution: resolution.solution };
}

type Versions = { station_type: string; firmware: string | null; software: string | null };

/** The type of each station, and the versions in its newest snapshot. */
async function selectVersions(tx: Db, stations: readonly string[]): Promise<Map<string, Versions>> {
  const found = await sql<{ name: string; station_type: string; snapshot: string | null }>`
    select name, station_type, snapshot
    from stations left join station_snapshots on station_name = name
    where name = any(${stations}) limit ${stations.length}`.execute(tx);
  return new Map(
    found.rows.map(({ name, station_type, snapshot }) => [name, { station_type, ...versionsIn(snapshot) }] as const),
  );
}

const versions = z.object({
  firmware_version: z
    .array(z.object({ version: z.string() }))
    .optional()
    .catch(undefined),
  status: z
    .object({ flight_software: z.string().nullish().catch(null) })
    .optional()
    .catch(undefined),
});

/** The versions in a stored snapshot; a text that PostgreSQL cannot store counts as none. */
function versionsIn(stored: string | null): Pick<Versions, "firmware" | "software"> {
  const read = versions.safeParse(stored === null ? null : snapshotIn(stored));
  if (!read.success) return { firmware: null, software: null };
  const { firmware_version, status } = read.data;
  return { firmware: storable(firmware_version?.[0]?.version), software: storable(status?.flight_software) };
}

function storable(text: string | null | undefined): string | null {
  return text && isStorable(text) ? text : null;
}

type StoredError = {
  fingerprint_id: number;
  station_name: string;
  happened: Timestamp;
  firmware: string | null;
  is_open: boolean;
};

/** Inserts errors in the given order. Returns those that were not stored before. */
async function insertErrors(tx: Db, rows: readonly ErrorRow[]): Promise<StoredError[]> {
  const found = await sql<StoredError>`
    insert into station_errors (station_name, event_id, error_message, job_id, job_type, occurred, time_logged, fingerprint_id,
      firmware, software, time_handled, handled_by, solution)
    select station_name, event_id, error_message, job_id, job_type, occurred, time_logged, fingerprint_id,
      firmware, software, time_handled, handled_by, solution
    from json_to_recordset(${JSON.stringify(rows)}::json) as e(
      station_name text, event_id text, error_message text, job_id text, job_type text, occurred timestamptz,
      time_logged timestamptz, fingerprint_id integer, firmware text, software text, time_handled timestamptz,
      handled_by text, solution text)
    on conflict (station_name, event_id) do nothing
    returning fingerprint_id, station_name, least(occurred, time_logged) as happened, firmware, time_handled is null as is_open`.execute(
    tx,
  );
  return found.rows;
}

/** Changes the states of groups in which open errors were stored. Their numbers are read again, since conditions depend on them. */
async function changeStates(
  tx: Db,
  groups: ReadonlyMap<number, LockedGroup>,
  stored: readonly StoredError[],
): Promise<void> {
  const open = Map.groupBy(
    stored.filter(({ is_open }) => is_open),
    ({ fingerprint_id }) => groups.get(fingerprint_id)?.id ?? 0,
  );
  const affected = [...new Set(groups.values())].filter(
    ({ id, state }) => open.has(id) && (state === "resolved" || state === "archived"),
  );
  if (affected.length === 0) return;
  const now = await lockGroups(
    tx,
    affected.map(({ id }) => id),
  );
  const changes = now.flatMap((group) => {
    const change = stateAfterErrors(group, (open.get(group.id) ?? []).map(toOccurrence));
    return change === null ? [] : [{ id: group.id, ...change }];
  });
  const { rows } = await sql<{ at: Timestamp }>`select now() as at`.execute(tx);
  await enterStates(tx, changes, rows[0]?.at ?? "");
}
