import type { Incidents, LostTime, ReportedDay, RuleChange } from "@groundcrew/shared/availability";
import type { CalendarDate, Thirds, Timestamp } from "@groundcrew/shared/lib";
import type { ReadinessSeconds } from "@groundcrew/shared/readiness";
import type { SwapCounts } from "@groundcrew/shared/swap-attempts";
import { sql, type RawBuilder } from "kysely";
import { isOneOf, MOST_STATIONS } from "../placed-stations/index.ts";
import type { Db } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";
import { notMocked } from "../stations/index.ts";

/**
 * Days from one to another one, of an organization's stations or of all. `stations` are the names of some of them; null for all. The caller must have
 * checked access to the organization and the stations.
 */
export type ReportRange = {
  from: CalendarDate;
  to: CalendarDate;
  orgId: number | null;
  stations: readonly string[] | null;
};

/** The sums of a station, and the first reason of most of its lost time. */
export type StationSums = ReadinessSeconds & { station: string; cause: string | null };

/** The parts of a report that follow from days. */
export type Sums = { days: ReportedDay[] | null; lost: LostTime[]; stations: StationSums[] };

/** The attempts to swap of a station. */
type StationSwaps = SwapCounts & { station: string };

/** The other parts of a report that are stored with a month. */
export type Counted = { swaps: StationSwaps[]; incidents: Incidents | null; rule_changes: RuleChange[] };

const MOST_DAYS = 400;

/** Sums of columns that days and thirds of months of stations, and sums of days, all have. */
const SUMS = sql`
  sum(ready_s)::bigint as ready_s, sum(limited_s)::bigint as limited_s, sum(not_ready_s)::bigint as not_ready_s,
  sum(unknown_s)::bigint as unknown_s, sum(maintenance_s)::bigint as maintenance_s,
  sum(not_recorded_s)::bigint as not_recorded_s, sum(uncounted_s)::bigint as uncounted_s, sum(link_s)::bigint as link_s,
  sum(outage_s)::bigint as outage_s, max(longest_s) as longest_s`;

const isOf = ({ orgId }: ReportRange): RawBuilder<unknown> => sql`(${orgId}::integer is null or org_id = ${orgId})`;

const isPlaced = ({ stations }: ReportRange): RawBuilder<unknown> => isOneOf(sql`station_name`, stations);

/** The sums of each day that has been rolled up, oldest first. The first one has the outages in which it began too. */
export async function selectDaySums(db: Db, range: ReportRange): Promise<ReportedDay[]> {
  const { from, to, stations } = range;
  const rows = stations === null ? sql`readiness_day_sums` : sql`readiness_days`;
  const found = await sql<ReportedDay>`
    select r.day::text as day, ${SUMS},
      sum(outages + case when r.day = ${from}::date then continued::integer else 0 end)::bigint as outages
    from ${rows} r where r.day between ${from}::date and ${to}::date and ${isOf(range)} and ${isPlaced(range)}
    group by r.day order by r.day limit ${MOST_DAYS}`.execute(db);
  return found.rows;
}

/** The rows of stations in a range: whole thirds of months, and the other days. */
function partsOf(range: ReportRange, { first, until }: Thirds, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const { from, to } = range;
  const isCounted = sql`${isOf(range)} and ${isPlaced(range)} and ${notMocked}`;
  return sql`(
    select third as start, ${columns} from readiness_thirds
    where third >= ${first}::date and third < ${until}::date and ${isCounted}
    union all
    select day, ${columns} from readiness_days where day >= ${from}::date and day < ${first}::date and ${isCounted}
    union all
    select day, ${columns} from readiness_days where day >= ${until}::date and day <= ${to}::date and ${isCounted}
  ) parts`;
}

const SECONDS = sql`station_name, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s, not_recorded_s, uncounted_s, link_s, outages,
  outage_s, longest_s, continued`;

/** The sums of each station, by name. */
export async function selectStationSums(
  db: Db,
  range: ReportRange,
  thirds: Thirds,
): Promise<Omit<StationSums, "cause">[]> {
  const found = await sql<Omit<StationSums, "cause">>`
    select station_name as station, ${SUMS},
      (sum(outages) + count(*) filter (where continued and start = ${range.from}::date))::bigint as outages
    from ${partsOf(range, thirds, SECONDS)}
    group by station_name order by station_name limit ${MOST_STATIONS}`.execute(db);
  return found.rows;
}

/** The lost time by first reason, the most first, and the first reason of most of each station's lost time, by its name. */
export async function selectCauses(
  db: Db,
  range: ReportRange,
  thirds: Thirds,
): Promise<{ lost: LostTime[]; main: Map<string, string> }> {
  const summed = sql`summed as materialized (
    select station_name, cause.id, sum(cause.seconds)::bigint as seconds
    from ${partsOf(range, thirds, sql`station_name, lost_ids, lost_s`)} cross join lateral unnest(lost_ids, lost_s) as cause(id, seconds)
    group by station_name, cause.id
  )`;
  type Row = { station: string | null; id: number; seconds: number; stations: number };
  const found = await sql<Row>`
    with ${summed}
    select null as station, id, sum(seconds)::bigint as seconds, count(*) as stations from summed group by id
    union all
    (select distinct on (station_name) station_name, id, seconds, 1 from summed order by station_name, seconds desc, id)`.execute(
    db,
  );
  const all = found.rows
    .filter(({ station }) => station === null)
    .toSorted((a, b) => b.seconds - a.seconds || a.id - b.id);
  const causes = await selectCausesById(
    db,
    all.map(({ id }) => id),
  );
  return {
    lost: all.flatMap(({ id, seconds, stations }) => {
      const cause = causes.get(id);
      return cause ? [{ ...cause, seconds, stations }] : [];
    }),
    main: new Map(
      found.rows.flatMap(({ station, id }) => (station === null ? [] : [[station, causes.get(id)?.title ?? ""]])),
    ),
  };
}

async function selectCausesById(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Pick<LostTime, "state" | "title">>> {
  const found = await sql<Pick<LostTime, "state" | "title"> & { id: number }>`
    select id, state, title from readiness_causes where id = any(${ids}::integer[]) order by id limit ${ids.length}`.execute(
    db,
  );
  return new Map(found.rows.map(({ id, ...cause }) => [id, cause]));
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
export async function countIncidents(db: Db, { from, to, orgId, stations }: ReportRange): Promise<Incidents> {
  const found = await sql<Incidents>`
    select count(*) as reported, count(*) filter (where e.status = 'incident_resolved') as resolved
    from support_log_entries e join stations s on s.name = e.station_name and s.actual
    where e.parent_id is null and e.status like 'incident\\_%' and e.created >= ${from}::date::timestamptz
      and e.created < (${to}::date + 1)::timestamptz and (${orgId}::integer is null or s.org_id = ${orgId})
      and ${isOneOf(sql`s.name`, stations)}`.execute(db);
  return found.rows[0] ?? { reported: 0, resolved: 0 };
}

/** A stored month. `counted` is null for one that was stored without it. */
export type StoredMonth = Sums & { stored: Timestamp; counted: Counted | null };

/** A stored month; null if there is none. */
export async function selectMonth(db: Db, month: CalendarDate, orgId: number | null): Promise<StoredMonth | null> {
  const found = await sql<StoredMonth>`
    select stored, days, lost, stations, case when swaps is not null
      then jsonb_build_object('swaps', swaps, 'incidents', incidents, 'rule_changes', rule_changes) end as counted
    from availability_months where month = ${month}::date and org_id is not distinct from ${orgId}::integer`.execute(
    db,
  );
  return found.rows[0] ?? null;
}

/** The days and swaps of a stored month, without its stations; null if there is none. */
export async function selectMonthDays(
  db: Db,
  month: CalendarDate,
  orgId: number | null,
): Promise<{ stored: Timestamp; days: ReportedDay[]; swaps: StationSwaps[] | null } | null> {
  const found = await sql<{ stored: Timestamp; days: ReportedDay[]; swaps: StationSwaps[] | null }>`
    select stored, days, swaps from availability_months
    where month = ${month}::date and org_id is not distinct from ${orgId}::integer`.execute(db);
  return found.rows[0] ?? null;
}

/** Stores a month for good. One that is stored already stays as it is. */
export async function insertMonth(
  db: Db,
  { month, orgId, stored }: { month: CalendarDate; orgId: number | null; stored: Timestamp },
  parts: Sums & Counted,
): Promise<void> {
  const names = ["days", "lost", "stations", "swaps", "incidents", "rule_changes"] as const;
  const values = sql.join(names.map((name) => sql`${JSON.stringify(parts[name])}::jsonb`));
  await sql`
    insert into availability_months (month, org_id, stored, ${sql.join(names.map((name) => sql.ref(name)))})
    values (${month}::date, ${orgId}, ${stored}::timestamptz, ${values})
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

/** The name of an organization in the scope. */
export async function organizationName(db: Db, id: number, scope: Scope): Promise<string | null> {
  const row = await db.selectFrom("organizations").select("name").where("id", "=", id).executeTakeFirst();
  return row && scope.sees(id) ? row.name : null;
}
