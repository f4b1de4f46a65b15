import { nextThird, type CalendarDate } from "@groundcrew/shared/lib";
import type { DayEnd, HistoryDay, ReadinessDay } from "@groundcrew/shared/readiness";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import type { Scope } from "../../platform/http/index.ts";
import { lockSums } from "../../stations/index.ts";

/** The day before which all days are rolled up; null before the first time. */
export async function rolledUpUntil(db: Db): Promise<CalendarDate | null> {
  const found = await sql<{ until: CalendarDate }>`select until::text as until from readiness_rollup`.execute(db);
  return found.rows[0]?.until ?? null;
}

/** True if all days before a day are rolled up, or there is nothing to roll up. */
export async function isRolledUp(db: Db, until: CalendarDate): Promise<boolean> {
  const found = await sql<{ is_done: boolean }>`
    select coalesce((select until >= ${until}::date from readiness_rollup), not exists (select from readiness_changes)) as is_done`.execute(
    db,
  );
  return found.rows[0]?.is_done ?? false;
}

/** The first of some days that is before `today`, but not rolled up yet; null if there is none, or nothing to roll up. */
export async function firstUncounted(
  db: Db,
  { from, to, today }: { from: CalendarDate; to: CalendarDate; today: CalendarDate },
): Promise<CalendarDate | null> {
  const found = await sql<{ day: CalendarDate }>`
    select day::text as day from (select greatest(${from}::date, (select until from readiness_rollup)) as day) first
    where day <= ${to}::date and day < ${today}::date and exists (select from readiness_changes)`.execute(db);
  return found.rows[0]?.day ?? null;
}

/** Stores that the days before this one are rolled up; never moves it back. */
export async function recordRolledUp(db: Db, until: CalendarDate): Promise<void> {
  await sql`
    insert into readiness_rollup (until) values (${until}::date)
    on conflict (only_one) do update set until = greatest(readiness_rollup.until, excluded.until)`.execute(db);
}

/** Names of the next stations after a name. */
export async function stationsAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select name from stations where name > ${after} order by name limit ${limit}`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** How the day before a day ended for some stations that were Not ready or Unknown then. */
export async function selectDayEnds(db: Db, names: readonly string[], day: CalendarDate): Promise<Map<string, DayEnd>> {
  const found = await sql<DayEnd & { station_name: string }>`
    select station_name, org_id, open_s from readiness_days
    where station_name = any(${names}) and day = ${day}::date - 1 and open_s > 0
    order by station_name, org_id`.execute(db);
  return new Map(found.rows.map((row) => [row.station_name, row]));
}

/** Stores a day of stations. One that is stored already stays as it is. */
export async function insertDays(
  tx: Db,
  day: CalendarDate,
  days: readonly (ReadinessDay & { station_name: string })[],
): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(days)}::json) as d(station_name text, org_id integer, ready_s integer,
    limited_s integer, not_ready_s integer, unknown_s integer, maintenance_s integer, not_recorded_s integer,
    uncounted_s integer, link_s integer, outages integer, outage_s integer, longest_s integer, open_s integer,
    continued boolean, causes json)`;
  const causes = sql`json_to_recordset(d.causes) as c(state text, title text, seconds integer)`;
  await sql`
    insert into readiness_causes (state, title) select distinct c.state, c.title from ${given} cross join lateral ${causes}
    on conflict (state, title) do nothing`.execute(tx);
  const listed = (value: RawBuilder<unknown>, isLost: RawBuilder<unknown>) => sql`array(
    select ${value} from ${causes} join readiness_causes k on k.state = c.state and k.title = c.title
    where (c.state <> 'limited') = ${isLost} order by k.id)`;
  await sql`
    insert into readiness_days (station_name, day, org_id, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s,
      not_recorded_s, uncounted_s, link_s, outages, outage_s, longest_s, open_s, continued, lost_ids, lost_s, limited_ids,
      limited_cause_s)
    select station_name, ${day}::date, org_id, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s, not_recorded_s,
      uncounted_s, link_s, outages, outage_s, longest_s, open_s, continued, ${listed(sql`k.id`, sql`true`)},
      ${listed(sql`c.seconds`, sql`true`)}, ${listed(sql`k.id`, sql`false`)}, ${listed(sql`c.seconds`, sql`false`)}
    from ${given}
    on conflict (station_name, day, org_id) do nothing`.execute(tx);
}

/** Adds up days of all stations that are complete, for each organization, without mocked stations. Sums that are stored already stay as they are. */
export async function insertDaySums(tx: Db, from: CalendarDate, to: CalendarDate): Promise<void> {
  await lockSums(tx);
  await sql`
    insert into readiness_day_sums (day, org_id, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s, not_recorded_s,
      uncounted_s, link_s, outages, outage_s, longest_s, continued)
    select day, d.org_id, sum(ready_s), sum(limited_s), sum(not_ready_s), sum(unknown_s), sum(maintenance_s),
      sum(not_recorded_s), sum(uncounted_s), sum(link_s), sum(outages), sum(outage_s), max(longest_s),
      sum(continued::integer)
    from readiness_days d join stations s on s.name = d.station_name and s.actual
    where day between ${from}::date and ${to}::date group by day, d.org_id
    on conflict (day, org_id) do nothing`.execute(tx);
}

/** The first third of a month whose days are all rolled up and that is not added up yet; null if there is none. */
export async function nextThirdToSum(db: Db): Promise<CalendarDate | null> {
  const found = await sql<{ third: CalendarDate }>`
    select third::text as third from (
      select until, coalesce(thirds_until, month_third((select day from readiness_days order by day limit 1))) as third from readiness_rollup
    ) next where month_third(third + 15) <= until`.execute(db);
  return found.rows[0]?.third ?? null;
}

/** The organizations that have sums of days in a range that ends before `until`, by id. */
export async function selectOrganizations(db: Db, from: CalendarDate, until: CalendarDate): Promise<number[]> {
  const found = await sql<{ org_id: number }>`
    select distinct org_id from readiness_day_sums where day >= ${from}::date and day < ${until}::date
    order by org_id limit 100000`.execute(db);
  return found.rows.map(({ org_id }) => org_id);
}

/** The organizations whose stations have days in a third of a month, also those with mocked stations only, by id. */
export async function selectOrganizationsOfThird(db: Db, third: CalendarDate): Promise<number[]> {
  const found = await sql<{ org_id: number }>`
    select distinct org_id from readiness_days where day >= ${third}::date and day < ${nextThird(third)}::date
    order by org_id limit 100000`.execute(db);
  return found.rows.map(({ org_id }) => org_id);
}

/** Adds up the days of each of an organization's stations in a third of a month. Sums that are stored already stay as they are. */
export async function insertThird(db: Db, third: CalendarDate, orgId: number): Promise<void> {
  await sql`
    with days as materialized (
      select station_name, day, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s, not_recorded_s, uncounted_s, link_s, outages,
        outage_s, longest_s, continued, lost_ids, lost_s
      from readiness_days where day >= ${third}::date and day < ${nextThird(third)}::date and org_id = ${orgId}
    ), causes as (
      select station_name, array_agg(id order by id) as ids, array_agg(seconds order by id) as seconds from (
        select station_name, id, sum(s)::integer as seconds from days cross join lateral unnest(lost_ids, lost_s) as c(id, s) group by 1, 2
      ) summed group by station_name
    )
    insert into readiness_thirds (third, org_id, station_name, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s, not_recorded_s,
      uncounted_s, link_s, outages, outage_s, longest_s, continued, lost_ids, lost_s)
    select ${third}::date, ${orgId}, station_name, sum(ready_s), sum(limited_s), sum(not_ready_s), sum(unknown_s), sum(maintenance_s),
      sum(not_recorded_s), sum(uncounted_s), sum(link_s), sum(outages), sum(outage_s), max(longest_s),
      bool_or(continued and day = ${third}::date), coalesce(ids, '{}'), coalesce(seconds, '{}')
    from days left join causes using (station_name) group by station_name, ids, seconds
    on conflict (third, station_name, org_id) do nothing`.execute(db);
}

/** Stores that a third of a month is added up for all organizations. */
export async function recordThird(db: Db, third: CalendarDate): Promise<void> {
  await sql`update readiness_rollup set thirds_until = ${nextThird(third)}::date`.execute(db);
}

/** The day before which all thirds of months are added up; null before the first one. */
export async function thirdsUntil(db: Db): Promise<CalendarDate | null> {
  const found = await sql<{ until: CalendarDate | null }>`
    select thirds_until::text as until from readiness_rollup`.execute(db);
  return found.rows[0]?.until ?? null;
}

/**
 * The days of a station from one up to another one that the caller may see, oldest first; of two organizations both, as two rows. The first one has
 * the outage in which it began too.
 */
export async function selectDays(
  db: Db,
  station: string,
  { from, to, scope }: { from: CalendarDate; to: CalendarDate; scope: Scope },
): Promise<HistoryDay[]> {
  const found = await sql<HistoryDay>`
    select day::text as day, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s, not_recorded_s, uncounted_s,
      link_s, outages + (continued and day = ${from}::date)::integer as outages, outage_s, longest_s, causes.causes
    from readiness_days d cross join lateral (
      select coalesce(json_agg(json_build_object('state', k.state, 'title', k.title, 'seconds', c.seconds)), '[]') as causes
      from unnest(d.lost_ids || d.limited_ids, d.lost_s || d.limited_cause_s) as c(id, seconds) join readiness_causes k on k.id = c.id
    ) causes
    where station_name = ${station} and day between ${from}::date and ${to}::date
      and (${scope.orgId}::integer is null or org_id = ${scope.orgId})
    order by d.day, org_id limit 1000`.execute(db);
  return found.rows;
}
