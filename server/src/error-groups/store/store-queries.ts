import { isStorable, type Timestamp } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../platform/db/index.ts";
import { snapshotIn } from "../../stations/index.ts";

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

type StationThen = { title: string; station_type: StationType; firmware: string | null; software: string | null };

/** The serial number, or else the name, and the type of each station, and the versions in its newest snapshot. */
export async function selectStationsThen(tx: Db, stations: readonly string[]): Promise<Map<string, StationThen>> {
  const found = await sql<{ name: string; title: string; station_type: StationType; snapshot: string | null }>`
    select name, coalesce(nullif(serial_number, ''), name) as title, station_type, snapshot
    from stations left join station_snapshots on station_name = name
    where name = any(${stations}) limit ${stations.length}`.execute(tx);
  return new Map(
    found.rows.map(({ name, snapshot, ...station }) => [name, { ...station, ...versionsIn(snapshot) }] as const),
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
function versionsIn(stored: string | null): Pick<StationThen, "firmware" | "software"> {
  const read = versions.safeParse(stored === null ? null : snapshotIn(stored));
  if (!read.success) return { firmware: null, software: null };
  const { firmware_version, status } = read.data;
  return { firmware: storable(firmware_version?.[0]?.version), software: storable(status?.flight_software) };
}

function storable(text: string | null | undefined): string | null {
  return text && isStorable(text) ? text : null;
}

/** An error that was stored just now. */
export type StoredError = {
  fingerprint_id: number;
  station_name: string;
  happened: Timestamp;
  firmware: string | null;
  is_open: boolean;
};

/** Inserts errors in the given order. Returns those that were not stored before. */
export async function insertErrors(tx: Db, rows: readonly ErrorRow[]): Promise<StoredError[]> {
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
