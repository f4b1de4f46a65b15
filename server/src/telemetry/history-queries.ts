import type { Timestamp } from "@groundcrew/shared/lib";
import type { Door, Pad } from "@groundcrew/shared/telemetry";
import { sql } from "kysely";
import { inTransaction, type Db } from "../db/index.ts";
import { column } from "./queries.ts";

/** A point that fills a gap. `swaps_performed` is null when the total at that time is unknown. */
export type Fill = { station_name: string; minute: Timestamp; swaps_performed: number | null; door: Door; pad: Pad };

/**
 * Fills gaps in the history. The station was offline at these times; errors and swaps stay between those of the neighboring points. Filling
 * in the same snapshot again changes nothing, nor does one of a minute that ended online: the state at its end is already known.
 */
export async function fillHistory(db: Db, fills: readonly Fill[]): Promise<void> {
  const byMinute = new Map(fills.map((fill) => [`${fill.station_name} ${fill.minute}`, fill]));
  const sorted = [...byMinute].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, fill]) => fill);
  await inTransaction(db, async (tx) => {
    // The rows that are read must not be incremented by events before the points are written.
    await sql`
      select from station_states where station_name = any(${[...new Set(sorted.map(({ station_name }) => station_name))]})
      order by station_name for no key update`.execute(tx);
    await insertFills(tx, sorted);
  });
}

async function insertFills(tx: Db, sorted: readonly Fill[]): Promise<void> {
  await sql`
    insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad)
    select f.station_name, f.minute,
      least(
        greatest(coalesce(f.swaps_performed, before.swaps_performed, after.swaps_performed), before.swaps_performed, 0),
        after.swaps_performed),
      coalesce(before.error_count, 0), coalesce(before.online, false), f.door, f.pad
    from unnest(
      ${column(sorted.map((fill) => fill.station_name))}::text[], ${column(sorted.map((fill) => fill.minute))}::timestamptz[],
      ${column(sorted.map((fill) => fill.swaps_performed))}::bigint[],
      ${column(sorted.map((fill) => fill.door))}::text[], ${column(sorted.map((fill) => fill.pad))}::text[]
    ) as f(station_name, minute, swaps_performed, door, pad)
    join stations on stations.name = f.station_name
    left join lateral (
      select swaps_performed, error_count, online from station_history
      where station_name = f.station_name and minute <= f.minute order by minute desc limit 1
    ) before on true
    left join lateral (
      select swaps_performed from station_history
      where station_name = f.station_name and minute > f.minute order by minute limit 1
    ) after on true
    order by f.station_name, f.minute
    on conflict (station_name, minute) do update
    set swaps_performed = excluded.swaps_performed, door = excluded.door, pad = excluded.pad, door_told = true, pad_told = true
    where not (station_history.online and station_history.door_told and station_history.pad_told)
  `.execute(tx);
}
