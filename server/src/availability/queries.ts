import type { LostTime, ReportedDay } from "@groundcrew/shared/availability";
import type { CalendarDate, Timestamp } from "@groundcrew/shared/lib";
import type { ReadinessSeconds } from "@groundcrew/shared/readiness";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";
import { notMocked } from "../stations/index.ts";

/** Days from one to another one, of an organization's stations or of all. The caller must have checked access to the organization. */
export type ReportRange = { from: CalendarDate; to: CalendarDate; orgId: number | null };

/** The sums of a station, and the first reason of most of its lost time. */
export type StationSums = ReadinessSeconds & { station: string; cause: string | null };

/** The parts of a report that are stored with a month. */
export type Sums = { days: ReportedDay[]; lost: LostTime[]; stations: StationSums[] };

/** More stations than the largest fleet has. */
const MOST_STATIONS = 200_000;
const MOST_DAYS = 400;

/** Sums of columns that stations' days and sums of days both have. */
const SUMS = sql`
  sum(ready_s)::bigint as ready_s, sum(limited_s)::bigint as limited_s, sum(not_ready_s)::bigint as not_ready_s,
  sum(unknown_s)::bigint as unknown_s, sum(maintenance_s)::bigint as maintenance_s,
  sum(not_recorded_s)::bigint as not_recorded_s, sum(uncounted_s)::bigint as uncounted_s, sum(link_s)::bigint as link_s,
  sum(outage_s)::bigint as outage_s, max(longest_s) as longest_s`;

const inRange = ({ from, to, orgId }: ReportRange): RawBuilder<unknown> => sql`
  day between ${from}::date and ${to}::date and (${orgId}::integer is null or org_id = ${orgId})`;

/** The sums of each day that has been rolled up, oldest first. The first one has the outages in which it began too. */
export async function selectDaySums(db: Db, range: ReportRange): Promise<ReportedDay[]> {
  const found = await sql<ReportedDay>`
    select day::text as day, ${SUMS},
      sum(outages + case when day = ${range.from}::date then continued else 0 end)::bigint as outages
    from readiness_day_sums where ${inRange(range)}
    group by readiness_day_sums.day order by readiness_day_sums.day limit ${MOST_DAYS}`.execute(db);
  return found.rows;
}

/** The sums of each station, by name. */
export async function selectStationSums(db: Db, range: ReportRange): Promise<Omit<StationSums, "cause">[]> {
  const found = await sql<Omit<StationSums, "cause">>`
    select station_name as station, ${SUMS},
      (sum(outages) + count(*) filter (where continued and day = ${range.from}::date))::bigint as outages
    from readiness_days where ${inRange(range)} and ${notMocked}
    group by station_name order by station_name limit ${MOST_STATIONS}`.execute(db);
  return found.rows;
}

/** The lost time by first reason, the most first, and the first reason of most of each station's lost time, by its name. */
export async function selectCauses(
  db: Db,
  range: ReportRange,
): Promise<{ lost: LostTime[]; main: Record<string, string> }> {
  const found = await sql<{ lost: LostTime[]; main: Record<string, string> }>`
    with summed as materialized (
      select station_name, cause.id, sum(cause.seconds)::bigint as seconds
      from readiness_days cross join lateral unnest(lost_ids, lost_s) as cause(id, seconds)
      where ${inRange(range)} and lost_ids <> '{}' and ${notMocked}
      group by station_name, cause.id
    ), lost as (
      select id, sum(seconds)::bigint as seconds, count(*) as stations from summed group by id
    ), main as (
      select distinct on (station_name) station_name, id from summed order by station_name, seconds desc, id
    )
    select
      (select coalesce(json_agg(json_build_object('state', state, 'title', title, 'seconds', seconds, 'stations', stations)
        order by seconds desc, id), '[]') from lost join readiness_causes using (id)) as lost,
      (select coalesce(json_object_agg(station_name, title), '{}') from main join readiness_causes using (id)) as main`.execute(
    db,
  );
  return found.rows[0] ?? { lost: [], main: {} };
}

/** The titles of stations that an organization, or any, has now; with the same name as in the sums. */
export async function selectTitles(
  db: Db,
  { orgId }: Scope,
): Promise<Map<string, { serial_number: string; description: string }>> {
  const found = await sql<{ name: string; serial_number: string; description: string }>`
    select name, serial_number, coalesce(nullif(description, ''), location_deployment) as description from stations
    where ${orgId}::integer is null or org_id = ${orgId} order by name limit ${MOST_STATIONS}`.execute(db);
  return new Map(found.rows.map(({ name, ...title }) => [name, title]));
}

/** The day of the first recorded day of an organization, or of all; null without any. */
export async function firstDay(db: Db, orgId: number | null): Promise<CalendarDate | null> {
  const found = await sql<{ day: CalendarDate }>`
    select day::text as day from readiness_day_sums where ${orgId}::integer is null or org_id = ${orgId}
    order by readiness_day_sums.day limit 1`.execute(db);
  return found.rows[0]?.day ?? null;
}

/** Incidents that were reported in a range at stations that an organization, or any, has now, and how many of them are resolved. */
export async function countIncidents(
  db: Db,
  { from, to, orgId }: ReportRange,
): Promise<{ reported: number; resolved: number }> {
  const found = await sql<{ reported: number; resolved: number }>`
    select count(*) as reported, count(*) filter (where e.status = 'incident_resolved') as resolved
    from support_log_entries e join stations s on s.name = e.station_name and s.actual
    where e.parent_id is null and e.status like 'incident\\_%' and e.created >= ${from}::date::timestamptz
      and e.created < (${to}::date + 1)::timestamptz and (${orgId}::integer is null or s.org_id = ${orgId})`.execute(
    db,
  );
  return found.rows[0] ?? { reported: 0, resolved: 0 };
}

/** A stored month; null if there is none. */
export async function selectMonth(
  db: Db,
  month: CalendarDate,
  orgId: number | null,
): Promise<(Sums & { stored: Timestamp }) | null> {
  const found = await sql<Sums & { stored: Timestamp }>`
    select stored, days, lost, stations from availability_months
    where month = ${month}::date and org_id is not distinct from ${orgId}::integer`.execute(db);
  return found.rows[0] ?? null;
}

/** The days of a stored month, without what is only in its own report; null if there is none. */
export async function selectMonthDays(
  db: Db,
  month: CalendarDate,
  orgId: number | null,
): Promise<ReportedDay[] | null> {
  const found = await sql<{ days: ReportedDay[] }>`
    select days from availability_months
    where month = ${month}::date and org_id is not distinct from ${orgId}::integer`.execute(db);
  return found.rows[0]?.days ?? null;
}

/** Stores a month for good. One that is stored already stays as it is. */
export async function insertMonth(
  db: Db,
  { month, orgId, stored }: { month: CalendarDate; orgId: number | null; stored: Timestamp },
  { days, lost, stations }: Sums,
): Promise<void> {
  await sql`
    insert into availability_months (month, org_id, stored, days, lost, stations)
    values (${month}::date, ${orgId}, ${stored}::timestamptz, ${JSON.stringify(days)}::jsonb,
      ${JSON.stringify(lost)}::jsonb, ${JSON.stringify(stations)}::jsonb)
    on conflict (month, org_id) do nothing`.execute(db);
}

/** The first month before a day that has days, all of them rolled up, and is not stored; null if there is none. */
export async function nextUnstored(db: Db, before: CalendarDate): Promise<CalendarDate | null> {
  const found = await sql<{ month: CalendarDate }>`
    select month::date::text as month from (
      select coalesce(
        (select max(month) + interval '1 month' from availability_months where org_id is null),
        (select date_trunc('month', day) from readiness_day_sums order by day limit 1)
      ) as month
    ) next
    where month < ${before}::date and month + interval '1 month' <= (select until from readiness_rollup)`.execute(db);
  return found.rows[0]?.month ?? null;
}

/** The organizations that have days in a range, by id. */
export async function selectOrganizations(db: Db, { from, to }: ReportRange): Promise<number[]> {
  const found = await sql<{ org_id: number }>`
    select distinct org_id from readiness_day_sums where day between ${from}::date and ${to}::date
    order by org_id limit 100000`.execute(db);
  return found.rows.map(({ org_id }) => org_id);
}

/** The name of an organization in the scope. */
export async function organizationName(db: Db, id: number, scope: Scope): Promise<string | null> {
  const row = await db.selectFrom("organizations").select("name").where("id", "=", id).executeTakeFirst();
  return row && scope.sees(id) ? row.name : null;
}
