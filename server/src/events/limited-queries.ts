import type { Timestamp } from "@groundcrew/shared/lib";
import type { LimitedStation } from "@groundcrew/shared/link";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import type { Limit } from "./budget.ts";

export type LimitedRow = Pick<LimitedStation, "station" | "per_minute"> & { limited_by: Limit };

/** A station that was last limited longer ago than this is no longer limited; `since` starts over the next time. */
const CURRENT = sql`interval '2 minutes'`;

/** Records that stations are limited at `at`. A station that sends nothing while its events wait keeps its last rate. */
export async function upsertLimited(db: Db, rows: readonly LimitedRow[], at: Timestamp): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into limited_stations as l (station_name, since, last_limited, per_minute, limited_by)
    select station, ${at}, ${at}, per_minute, limited_by
    from json_to_recordset(${JSON.stringify(rows)}::json) as given(station text, per_minute integer, limited_by text)
    join stations on stations.name = station
    order by station
    on conflict (station_name) do update
    set since = case when l.last_limited < excluded.last_limited - ${CURRENT} then excluded.since else l.since end,
      last_limited = greatest(l.last_limited, excluded.last_limited),
      per_minute = coalesce(nullif(excluded.per_minute, 0), l.per_minute),
      limited_by = excluded.limited_by`.execute(db);
}

/** The stations that are limited at `now`, or one of them, ordered by name; at most 500. */
export async function selectLimited(
  db: Db,
  { station = null, now }: { station?: string | null; now: Timestamp },
): Promise<(LimitedRow & { since: Timestamp })[]> {
  const found = await sql<LimitedRow & { since: Timestamp }>`
    select station_name as station, since, per_minute, limited_by from limited_stations
    where last_limited >= ${now}::timestamptz - ${CURRENT} and (${station}::text is null or station_name = ${station})
    order by station_name limit 500`.execute(db);
  return found.rows;
}

/** Deletes stations that were last limited before a time. */
export async function deleteOldLimited(db: Db, before: Timestamp): Promise<void> {
  await sql`delete from limited_stations where last_limited < ${before}::timestamptz`.execute(db);
}

/** Swap counts of a station that have differed since `until` or longer; undefined if they have not. */
export async function findSwapDifference(
  db: Db,
  station: string,
  until: Timestamp,
): Promise<{ by_events: number; by_counter: number; since: Timestamp } | undefined> {
  const found = await sql<{ by_events: number; by_counter: number; since: Timestamp }>`
    select swaps_performed as by_events, swaps_by_counter as by_counter, swaps_differ_since as since
    from station_states
    where station_name = ${station} and swaps_by_events and swaps_differ_since <= ${until}::timestamptz
      and swaps_performed <> swaps_by_counter`.execute(db);
  return found.rows[0];
}
