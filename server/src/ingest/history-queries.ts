import type { Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../db/index.ts";

/** What an event changes in its station's history, from its minute on. */
export type HistoryEvent = {
  station_name: string;
  minute: Timestamp;
  swaps: number;
  errors: number;
  /** Whether it reports the state of the door or the pad. */
  door: boolean;
  pad: boolean;
};

/**
 * Counts swaps and errors in the history, and marks the points at which errors were logged: inserts a point for each minute with an event, and adds to it and all later ones. Addition is
 * commutative, so late events have the same result as timely ones. Events before the first point count from that point on.
 */
export async function countInHistory(tx: Db, events: readonly HistoryEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    with happened as (${minutesOf(events)})
    insert into station_history
      (station_name, minute, swaps_performed, error_count, online, door, pad, door_reported, pad_reported)
    select distinct on (h.station_name, h.minute)
      h.station_name, h.minute, b.swaps_performed, b.error_count, b.online, b.door, b.pad, false, false
    from happened h join lateral (
      select swaps_performed, error_count, online, door, pad from station_history
      where station_name = h.station_name and minute <= h.minute order by minute desc limit 1
    ) b on true
    order by h.station_name, h.minute
    on conflict (station_name, minute) do nothing`.execute(tx);
  await sql`
    with happened as (${minutesOf(events)}), added as (
      select p.station_name, p.minute, sum(h.swaps) as swaps, sum(h.errors) as errors,
        bool_or(h.errors > 0 and h.minute = p.minute) as has_error
      from happened h join station_history p on p.station_name = h.station_name and p.minute >= h.minute
      where h.swaps + h.errors > 0
      group by p.station_name, p.minute
    )
    update station_history p
    set swaps_performed = p.swaps_performed + a.swaps, error_count = p.error_count + a.errors,
      has_error = p.has_error or a.has_error
    from added a where p.station_name = a.station_name and p.minute = a.minute`.execute(tx);
}

/**
 * Sets door and pad in the minutes in which events reported them, to the last value of each minute, and copies that to the later points
 * without a report of their own.
 */
export async function setDoorsAndPads(tx: Db, events: readonly HistoryEvent[]): Promise<void> {
  const doors = events.filter(({ door }) => door);
  const pads = events.filter(({ pad }) => pad);
  if (doors.length > 0) await setReported(tx, doors, "door");
  if (pads.length > 0) await setReported(tx, pads, "pad");
  if (events.length > 0) await carryForward(tx, events);
}

async function setReported(tx: Db, events: readonly HistoryEvent[], what: "door" | "pad"): Promise<void> {
  await sql`
    with happened as (${minutesOf(events)}), last as (
      select distinct on (h.station_name, h.minute) h.station_name, h.minute, e.facts->>${sql.lit(what)} as value
      from happened h join station_events e on e.station_name = h.station_name and e.kind = ${sql.lit(what)}
        and e.kind in ('door', 'pad') and e.happened >= h.minute and e.happened < h.minute + interval '1 minute'
      order by h.station_name, h.minute, e.happened desc, e.event_id desc
    )
    update station_history p set ${sql.id(what)} = l.value, ${sql.id(`${what}_reported`)} = true
    from last l where p.station_name = l.station_name and p.minute = l.minute`.execute(tx);
}

async function carryForward(tx: Db, events: readonly HistoryEvent[]): Promise<void> {
  await sql`
    with first as (select station_name, min(minute) as minute from (${minutesOf(events)}) h group by station_name)
    update station_history p
    set door = ${lastReported("door")}, pad = ${lastReported("pad")}
    from first f
    where p.station_name = f.station_name and p.minute >= f.minute and not (p.door_reported and p.pad_reported)`.execute(
    tx,
  );
}

/** The value of the newest point up to `p` with a report of its own. */
function lastReported(what: "door" | "pad"): RawBuilder<string> {
  return sql`coalesce((
    select own.${sql.id(what)} from station_history own
    where own.station_name = p.station_name and own.minute <= p.minute and own.${sql.id(`${what}_reported`)}
    order by own.minute desc limit 1), p.${sql.id(what)})`;
}

/** Events with the minute from which they count: that of the first point for earlier ones. Empty when there is no point. */
function minutesOf(events: readonly HistoryEvent[]): RawBuilder<unknown> {
  return sql`
    select e.station_name, greatest(e.minute, f.minute) as minute, e.swaps, e.errors
    from json_to_recordset(${JSON.stringify(events)}::json)
      as e(station_name text, minute timestamptz, swaps bigint, errors bigint)
    join lateral (
      select minute from station_history where station_name = e.station_name order by minute limit 1
    ) f on true`;
}
