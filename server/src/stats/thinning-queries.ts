import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";

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
