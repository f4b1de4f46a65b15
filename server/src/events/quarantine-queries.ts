import type { Timestamp } from "@groundcrew/shared/lib";
import type { QuarantinedEvent } from "@groundcrew/shared/link";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";

export type QuarantineRow = {
  station_name: string;
  /** SHA-256 in hex. */
  fingerprint: string;
  event_id: string | null;
  reason: string;
  detail: string;
  payload: string;
  bytes: number;
  received: Timestamp;
};

/** Quarantined events stored per station; the oldest are deleted first. */
const KEPT_OF_STATION = 200;

/**
 * Quarantines events; for one that is there already, `times` is increased. No two of `rows` may have the same station and
 * fingerprint. Events of stations that do not exist are skipped.
 */
export async function insertQuarantined(db: Db, rows: readonly QuarantineRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into quarantined_events
      (station_name, fingerprint, event_id, reason, detail, payload, bytes, first_received, last_received)
    select q.station_name, decode(q.fingerprint, 'hex'), q.event_id, q.reason, q.detail, q.payload, q.bytes, q.received, q.received
    from json_to_recordset(${JSON.stringify(rows)}::json) as q(
      station_name text, fingerprint text, event_id text, reason text, detail text, payload text, bytes integer,
      received timestamptz)
    join stations on stations.name = q.station_name
    order by q.station_name, q.fingerprint
    on conflict (station_name, fingerprint) do update
    set times = quarantined_events.times + 1, last_received = excluded.last_received, reason = excluded.reason,
      detail = excluded.detail, payload = excluded.payload, bytes = excluded.bytes`.execute(db);
  const names = [...new Set(rows.map(({ station_name }) => station_name))].sort();
  await sql`
    delete from quarantined_events q using (
      select station_name, fingerprint,
        row_number() over (partition by station_name order by last_received desc, fingerprint) as place
      from quarantined_events where station_name = any(${names})
    ) p
    where q.station_name = p.station_name and q.fingerprint = p.fingerprint and p.place > ${KEPT_OF_STATION}`.execute(
    db,
  );
}

/** Quarantined events of one station or of all, most recently received first; at most `limit`. */
export async function selectQuarantined(
  db: Db,
  { station = null, limit }: { station?: string | null | undefined; limit: number },
): Promise<QuarantinedEvent[]> {
  const found = await sql<QuarantinedEvent>`
    select station_name as station, event_id, reason, detail, payload, bytes, first_received, last_received, times
    from quarantined_events
    where ${station}::text is null or station_name = ${station}
    order by last_received desc, quarantined_events.station_name, fingerprint
    limit ${limit}`.execute(db);
  return found.rows;
}

/** Deletes events that were last received before a time. */
export async function deleteOldQuarantined(db: Db, before: Timestamp): Promise<void> {
  await sql`delete from quarantined_events where last_received < ${before}::timestamptz`.execute(db);
}
