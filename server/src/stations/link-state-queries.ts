import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";

/**
 * Stores that a station's link is down, with the point of its history that says so. Whoever decided from the state before has to
 * decide again: its version is another.
 */
export async function endLink(tx: Db, station: string, now: Timestamp): Promise<void> {
  await sql`
    with ended as (
      update station_states
      set linked = false, version = version + 1, changed_xid = pg_current_xact_id(), changed_by = null
      where station_name = ${station} and linked
      returning station_name
    )
    insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad,
      door_told, pad_told)
    select newest.station_name, greatest(newest.minute, date_trunc('minute', ${now}::timestamptz)), newest.swaps_performed,
      newest.error_count, false, newest.door, newest.pad, false, false
    from ended cross join lateral (
      select station_name, minute, swaps_performed, error_count, door, pad from station_history
      where station_name = ended.station_name order by minute desc limit 1
    ) newest
    on conflict (station_name, minute) do update set online = false`.execute(tx);
}

/**
 * Forgets the counters of a station and that its link is up: the next birth is accepted whatever its counters are, as far as they
 * are plausible.
 */
export async function resetCounters(tx: Db, station: string, now: Timestamp): Promise<void> {
  await endLink(tx, station, now);
  await sql`
    update station_states
    set boot = 0, seq = 0, born_seq = 0, version = version + 1, changed_xid = pg_current_xact_id(), changed_by = null
    where station_name = ${station}`.execute(tx);
}
