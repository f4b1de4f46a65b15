import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";

/**
 * Stores that a station's link is down, with a history point. The state's version changes, so a decision based on the state before has to
 * be made again.
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

/** Clears a station's counters and its link state: the next birth is accepted with any counters that are plausible. */
export async function resetCounters(tx: Db, station: string, now: Timestamp): Promise<void> {
  await endLink(tx, station, now);
  await sql`
    update station_states
    set boot = 0, seq = 0, born_seq = 0, version = version + 1, changed_xid = pg_current_xact_id(), changed_by = null
    where station_name = ${station}`.execute(tx);
}
