import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";

/** A period, in steps of equal length (s). */
export type Period = { start: Timestamp; end: Timestamp; stepS: number };

/**
 * Changes at the stations of an organization in one step of a period, numbered from 0: swaps, and the change in the number online at its
 * end. Everything before the period is step -1.
 */
export type Step = { org_id: number; step: number; swaps: number; online: number };

/** A station's position in the order of organizations and names. */
export type StationPosition = { org_id: number; name: string };

/** A row of the activity of organizations; it covers the ten minutes that end at its time. */
export type ActivityEntry = { org_id: number; time: Timestamp; activity: number; online: number };

/**
 * The steps of a period for the next `limit` stations in the order of organizations and names, and the position of the last; undefined when
 * there are no more.
 */
export async function stepsAfter(
  db: Db,
  { start, end, stepS }: Period,
  { after, limit }: { after: StationPosition; limit: number },
): Promise<{ steps: Step[]; last: StationPosition | undefined }> {
  const found = await sql<{ steps: Step[] | null; last: StationPosition | null }>`
    with picked as (
      select org_id, name from stations where (org_id, name) > (${after.org_id}::integer, ${after.name})
      order by org_id, name limit ${limit}
    ), points as (
      select org_id, name, minute, swaps_performed, online
      from picked cross join lateral (
        (select minute, swaps_performed, online from station_history
         where station_name = name and minute < ${start}::timestamptz order by minute desc limit 1)
        union all
        (select minute, swaps_performed, online from station_history
         where station_name = name and minute >= ${start}::timestamptz and minute < ${end}::timestamptz)
      ) known
    ), changes as (
      select org_id,
        case when minute < ${start}::timestamptz then -1
          else extract(epoch from minute - ${start}::timestamptz)::integer / ${stepS}::integer end as step,
        swaps_performed - lag(swaps_performed) over own as swaps,
        online::integer - coalesce(lag(online) over own, false)::integer as online
      from points window own as (partition by name order by minute)
    ), summed as (
      select org_id, step, coalesce(sum(greatest(swaps, 0)), 0) as swaps, sum(online) as online
      from changes group by org_id, step
    )
    select (select json_agg(summed) from summed) as steps,
      (select to_json(p) from picked p order by org_id desc, name desc limit 1) as last`.execute(db);
  const [row] = found.rows;
  return { steps: row?.steps ?? [], last: row?.last ?? undefined };
}

/** Time of the newest row of any organization; null when there is none. */
export async function newestActivity(db: Db): Promise<Timestamp | null> {
  const found = await sql<{ time: Timestamp }>`
    select time from organization_history order by time desc limit 1`.execute(db);
  return found.rows[0]?.time ?? null;
}

/** Writes rows; existing rows with the same values are left untouched. */
export async function writeActivity(db: Db, entries: readonly ActivityEntry[]): Promise<void> {
  await sql`
    insert into organization_history (org_id, time, activity, online)
    select org_id, time, activity, online
    from json_to_recordset(${JSON.stringify(entries)}::json)
      as input(org_id integer, time timestamptz, activity integer, online integer)
    order by org_id, time
    on conflict (org_id, time) do update set activity = excluded.activity, online = excluded.online
    where (organization_history.activity, organization_history.online) <> (excluded.activity, excluded.online)`.execute(
    db,
  );
}

/** Removes rows older than a time, and all rows of organizations other than those given. */
export async function deleteActivity(db: Db, until: Timestamp, except: readonly number[]): Promise<void> {
  await sql`
    delete from organization_history
    where time <= ${until}::timestamptz or org_id <> all(${except}::integer[])`.execute(db);
}
