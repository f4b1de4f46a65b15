import type { Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";

/** The change of a station's history by an event, from its minute on. */
export type HistoryEvent = {
  station_name: string;
  minute: Timestamp;
  swaps: number;
  errors: number;
  /** Whether it reports the state of the door or the pad. */
  door: boolean;
  pad: boolean;
};

/** How many points of a station change in one transaction. A very late event changes many more, for which other stations must not wait. */
export const POINTS_AT_ONCE = 1_000;

/**
 * Adds events to the history: inserts a point for each minute with an event and marks those of errors, counts swaps and errors in them and
 * all later ones, and sets door and pad to the last value reported so far. Addition is commutative, so late events have the same
 * result as timely ones. Events before the first point count from that point on. If these are more than `pointsAtOnce`, the older ones
 * are left to `countLater`.
 */
export async function countInHistory(
  tx: Db,
  events: readonly HistoryEvent[],
  pointsAtOnce = POINTS_AT_ONCE,
): Promise<void> {
  if (events.length === 0) return;
  await insertPoints(tx, events);
  const doors = events.filter(({ door }) => door);
  const pads = events.filter(({ pad }) => pad);
  if (doors.length > 0) await setReported(tx, doors, "door");
  if (pads.length > 0) await setReported(tx, pads, "pad");
  await changePoints(tx, events, pointsAtOnce);
}

/** The next station after `after`, by name, of whose history something is left to change. */
export async function findLate(db: Db, after: string): Promise<string | undefined> {
  const found = await sql<{ station_name: string }>`
    select station_name from station_history_late where station_name > ${after}
    order by station_name, minute, until limit 1`.execute(db);
  return found.rows[0]?.station_name;
}

/** Locks a station's state, and changes the next points of its history. */
export async function countLater(tx: Db, station: string, pointsAtOnce = POINTS_AT_ONCE): Promise<void> {
  await sql`select from station_states where station_name = ${station} for no key update`.execute(tx);
  const left = await sql<PointsChange>`
    delete from station_history_late where station_name = ${station}
    returning station_name, minute, until, swaps, errors`.execute(tx);
  if (left.rows.length > 0) await changePoints(tx, left.rows, pointsAtOnce);
}

async function insertPoints(tx: Db, events: readonly HistoryEvent[]): Promise<void> {
  await sql`
    with happened as (
      select station_name, minute, bool_or(errors > 0) as has_error from (${minutesOf(events)}) e group by station_name, minute
    )
    insert into station_history
      (station_name, minute, swaps_performed, error_count, online, door, pad, door_reported, pad_reported, has_error)
    select h.station_name, h.minute, b.swaps_performed, b.error_count, b.online, b.door, b.pad, false, false, h.has_error
    from happened h join lateral (
      select swaps_performed, error_count, online, door, pad from station_history
      where station_name = h.station_name and minute <= h.minute order by minute desc limit 1
    ) b on true
    order by h.station_name, h.minute
    on conflict (station_name, minute) do update set has_error = true
    where excluded.has_error and not station_history.has_error`.execute(tx);
}

/** Sets door or pad in the minutes in which events reported it, to the last value of each minute. */
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

/** A change of a station's points from `minute` up to, but without, `until`; without `until`, of all later ones. */
type PointsChange = Pick<HistoryEvent, "station_name" | "minute" | "swaps" | "errors"> & { until?: Timestamp };

/**
 * Changes the newest points of each station that are to be changed, and stores the remaining changes. From the newest to the oldest, so that new
 * points, which continue from the one before, are right meanwhile. `offset 0` makes PostgreSQL look up each station's range in the index: as a
 * join, whose size it cannot estimate, it would read the whole history of fleets with some million points.
 */
async function changePoints(tx: Db, changes: readonly PointsChange[], pointsAtOnce: number): Promise<void> {
  await sql`
    with happened as (${minutesOf(changes)}), spans as (
      select station_name, min(minute) as minute, max(until) as until from happened group by station_name
    ), begins as (
      select s.station_name, coalesce(p.minute, s.minute) as minute, s.until
      from spans s left join lateral (
        select minute from station_history
        where station_name = s.station_name and minute >= s.minute and minute < s.until
        order by minute desc limit 1 offset ${pointsAtOnce - 1}
      ) p on true
    ), reported as materialized (
      select station_name, minute, until, ${lastReported("door")} as door_before, ${lastReported("pad")} as pad_before
      from begins b
    ), points as (
      select p.station_name, p.minute, p.door, p.pad, b.door_before, b.pad_before,
        count(*) filter (where p.door_reported) over own as doors, count(*) filter (where p.pad_reported) over own as pads
      from reported b cross join lateral (
        select station_name, minute, door, pad, door_reported, pad_reported from station_history
        where station_name = b.station_name and minute >= b.minute and minute < b.until
        offset 0
      ) p
      window own as (partition by p.station_name order by p.minute)
    ), continued as (
      select station_name, minute,
        case when doors = 0 then coalesce(door_before, door) else first_value(door) over same_door end as door,
        case when pads = 0 then coalesce(pad_before, pad) else first_value(pad) over same_pad end as pad
      from points
      window same_door as (partition by station_name, doors order by minute), same_pad as (partition by station_name, pads order by minute)
    ), added as (
      select p.station_name, p.minute, p.door, p.pad, sum(h.swaps) as swaps, sum(h.errors) as errors
      from happened h
      join continued p on p.station_name = h.station_name and p.minute >= h.minute and p.minute < h.until
      group by p.station_name, p.minute, p.door, p.pad
    ), later as (
      insert into station_history_late as l (station_name, minute, until, swaps, errors)
      select h.station_name, h.minute, least(h.until, b.minute) as until, sum(h.swaps), sum(h.errors)
      from happened h join begins b on b.station_name = h.station_name and least(h.until, b.minute) > h.minute
      group by h.station_name, h.minute, least(h.until, b.minute)
      on conflict (station_name, minute, until) do update
      set swaps = l.swaps + excluded.swaps, errors = l.errors + excluded.errors
    )
    update station_history p
    set swaps_performed = p.swaps_performed + a.swaps, error_count = p.error_count + a.errors, door = a.door, pad = a.pad
    from added a
    where p.station_name = a.station_name and p.minute = a.minute
      and (a.swaps + a.errors > 0 or p.door <> a.door or p.pad <> a.pad)`.execute(tx);
}

/** The last value of a station that was reported up to the oldest point that is changed now. */
function lastReported(what: "door" | "pad"): RawBuilder<string | null> {
  return sql`(
    select own.${sql.id(what)} from station_history own
    where own.station_name = b.station_name and own.minute <= b.minute and own.${sql.id(`${what}_reported`)}
    order by own.minute desc limit 1)`;
}

/** Changes with the minute from which they count: that of the first point for earlier ones. Empty when there is no point. */
function minutesOf(changes: readonly PointsChange[]): RawBuilder<unknown> {
  return sql`
    select e.station_name, greatest(e.minute, f.minute) as minute, coalesce(e.until, 'infinity') as until, e.swaps, e.errors
    from json_to_recordset(${JSON.stringify(changes)}::json)
      as e(station_name text, minute timestamptz, until timestamptz, swaps bigint, errors bigint)
    join lateral (
      select minute from station_history where station_name = e.station_name order by minute limit 1
    ) f on true`;
}
