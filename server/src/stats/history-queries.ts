import type { Timestamp } from "@groundcrew/shared/lib";
import type { HistoryPoint } from "@groundcrew/shared/stats";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";

/** A history with at most this many points is returned unreduced. */
const MAX_POINTS = 2_000;
/** A longer one is divided into this many spans of equal length, a few pixels of a chart each. */
const SPANS = 500;
/** In addition, up to this many of the newest points with a logged error are returned. */
const MAX_ERROR_POINTS = 500;

type Point = Required<HistoryPoint>;

/** The last known values of a station at a time: its newest point whose minute had ended by then. Undefined before the first. */
export async function pointAt(db: Db, station: string, moment: Timestamp): Promise<Point | undefined> {
  const found = await sql<Point>`
    select extract(epoch from minute)::bigint as time, swaps_performed, error_count, online, door, pad
    from station_history
    where station_name = ${station} and minute <= ${moment}::timestamptz - interval '1 minute'
    order by minute desc limit 1`.execute(db);
  return found.rows[0];
}

/**
 * The points of a station whose minutes ended after a time, or all of them, oldest first. A long history is reduced: each span keeps the
 * last point in each state of door, pad and link, so that no state is hidden, and the points at which errors were logged. The last point of
 * every span, and so every total, is among them.
 */
export async function selectPoints(db: Db, station: string, after: Timestamp | null): Promise<Point[]> {
  const found = await sql<Point>`
    with points as materialized (
      select minute, swaps_performed, error_count, online, door, pad
      from station_history
      where station_name = ${station}
        and (${after}::timestamptz is null or minute > ${after}::timestamptz - interval '1 minute')
    ), range as (
      select count(*) as total, min(minute) as first,
        greatest(interval '1 minute', (max(minute) - min(minute)) / ${sql.lit(SPANS)}) as span
      from points
    ), seen as (
      select minute, swaps_performed, error_count, online, door, pad, total,
        error_count > lag(error_count) over (order by minute) as has_error,
        row_number() over (partition by date_bin(span, minute, first), online, door, pad order by minute desc) as nth
      from points cross join range
    ), ranked as (
      select minute, swaps_performed, error_count, online, door, pad, total, nth,
        case when has_error then row_number() over (partition by has_error order by minute desc) end as nth_error
      from seen
    )
    select extract(epoch from minute)::bigint as time, swaps_performed, error_count, online, door, pad
    from ranked
    where total <= ${MAX_POINTS} or nth = 1 or nth_error <= ${MAX_ERROR_POINTS}
    order by minute`.execute(db);
  return found.rows;
}

/** The time until which history is thinned. At first the beginning of its first day; null when there is no history. */
export async function thinnedUntil(db: Db): Promise<Timestamp | null> {
  const found = await sql<{ until: Timestamp | null }>`
    select coalesce(
      (select until from history_thinning),
      (select date_trunc('day', min(first)) from stations cross join lateral (
        select minute as first from station_history where station_name = name order by minute limit 1
      ) oldest)
    ) as until`.execute(db);
  return found.rows[0]?.until ?? null;
}

/** Stores the time until which history is thinned; never moves it back. */
export async function noteThinned(db: Db, until: Timestamp): Promise<void> {
  await sql`
    insert into history_thinning (until) values (${until}::timestamptz)
    on conflict (only_one) do update set until = greatest(history_thinning.until, excluded.until)`.execute(db);
}

/**
 * Removes, from the history of the next `limit` stations after a name in a period of whole hours, all but the last point of each hour and
 * the points at which an error was logged. Returns the last of those names; undefined when there are no more.
 */
export async function thinAfter(
  db: Db,
  { start, end }: { start: Timestamp; end: Timestamp },
  { after, limit }: { after: string; limit: number },
): Promise<string | undefined> {
  const found = await sql<{ last: string | null }>`
    with picked as (
      select name from stations where name > ${after} order by name limit ${limit}
    ), points as (
      select station_name, minute,
        date_trunc('hour', minute) = date_trunc('hour', lead(minute) over own) as is_followed,
        error_count > lag(error_count) over own as has_error
      from picked join station_history on station_name = name
      where minute >= ${start}::timestamptz and minute < ${end}::timestamptz
      window own as (partition by station_name order by minute)
    ), removed as (
      delete from station_history h using points p
      where h.station_name = p.station_name and h.minute = p.minute
        and p.is_followed and not coalesce(p.has_error, true)
    )
    select max(name) as last from picked`.execute(db);
  return found.rows[0]?.last ?? undefined;
}
