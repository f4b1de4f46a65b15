import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

type Times = { station: string; times: Timestamp[] };

/** The times of the newest errors of stations since a time, latest first; at most `limit` for each station. */
export async function selectErrorTimes(
  db: Db,
  { stations, since, limit }: { stations: readonly string[]; since: Timestamp; limit: number },
): Promise<Times[]> {
  const found = await sql<Times>`
    select name as station, array(
      select time_logged from station_errors
      where station_name = name and time_logged > ${since} order by time_logged desc, id desc limit ${limit}
    ) as times
    from unnest(${stations}::text[]) name`.execute(db);
  return found.rows;
}

/** The times at which stations lost their link since a time, latest first, from history, which does not contain short losses. */
export async function selectLosses(
  db: Db,
  { stations, since }: { stations: readonly string[]; since: Timestamp },
): Promise<Times[]> {
  const found = await sql<Times>`
    select name as station, array(
      select minute from (
        select minute, online, lag(online) over (order by minute) as before from station_history
        where station_name = name and minute > ${since}
      ) points where not online and before order by minute desc limit 200
    ) as times
    from unnest(${stations}::text[]) name`.execute(db);
  return found.rows;
}

/**
 * The median time between the swaps of stations since a time (ms), by their history; null with fewer than `least` swaps. Swaps within the same
 * minute count as one.
 */
export async function selectUsualGaps(
  db: Db,
  { stations, since, least }: { stations: readonly string[]; since: Timestamp; least: number },
): Promise<{ station: string; gap: number | null }[]> {
  const found = await sql<{ station: string; gap: number | null }>`
    select name as station, gap from unnest(${stations}::text[]) name cross join lateral (
      select case when count(*) >= ${least}
        then (percentile_cont(0.5) within group (order by extract(epoch from minute - earlier)) * 1000)::double precision end as gap
      from (
        select minute, lag(minute) over (order by minute) as earlier from (
          select minute, swaps_performed - lag(swaps_performed) over (order by minute) as swaps from station_history
          where station_name = name and minute > ${since}
        ) points where swaps > 0
      ) swaps
    ) gaps`.execute(db);
  return found.rows;
}
