import type { Timestamp } from "@groundcrew/shared/lib";
import type { SwapCounts } from "@groundcrew/shared/swap-attempts";
import type { StationType } from "@groundcrew/shared/telemetry";
import { sql, type RawBuilder } from "kysely";
import { isoText, type Db, type SharedDb } from "../platform/db/index.ts";
import type { Period } from "./period.ts";

/** Which attempts are counted. The organization is the one at the time. */
export type Filter = { orgId: number | null; stationType: StationType | null; firmware: string | null };

/** The most stations, and other groups of a part. */
const ROWS_MAX = 100_000;

type Part = "time" | "station" | "firmware" | "organization";

/** Counts of one time, station, firmware or organization. */
export type PartCounts = SwapCounts & { part: Part; key: string; maintenance: number };

/** The attempts of a period by time, station, firmware and organization, in one pass over the counts. Parts without attempts are left out. */
export async function selectParts(db: Db, period: Period, filter: Filter): Promise<PartCounts[]> {
  const { table, time } = sourceOf(period);
  const start = period.span === "week" ? sql`date_trunc('week', day::timestamp)::date` : time;
  const { rows } = await sql<PartCounts>`
    select case grouping(time, station_name, firmware, org_id)
        when 7 then 'time' when 11 then 'station' when 13 then 'firmware' else 'organization' end as part,
      coalesce(${period.span === "hour" ? isoText(sql`time`) : sql`time::text`}, station_name, firmware, org_id::text) as key,
      sum(succeeded) as succeeded, sum(with_errors) as with_errors, sum(failed) as failed, sum(maintenance) as maintenance
    from (
      select ${start} as time, station_name, firmware, org_id, succeeded, with_errors, failed, maintenance
      from ${table} where ${inPeriod(time, period)} and ${matches(filter)}
    ) counted
    group by grouping sets ((time), (station_name), (firmware), (org_id))
    limit ${ROWS_MAX}`.execute(db);
  return rows;
}

/** The attempts of a period in total. */
export async function selectTotal(db: Db, period: Period, filter: Filter): Promise<SwapCounts> {
  const { table, time } = sourceOf(period);
  const { rows } = await sql<SwapCounts>`
    select coalesce(sum(succeeded), 0) as succeeded, coalesce(sum(with_errors), 0) as with_errors, coalesce(sum(failed), 0) as failed
    from ${table} where ${inPeriod(time, period)} and ${matches(filter)}`.execute(db);
  return rows[0] ?? { succeeded: 0, with_errors: 0, failed: 0 };
}

function sourceOf({ span }: Period): { table: RawBuilder<unknown>; time: RawBuilder<unknown> } {
  return span === "hour" ? { table: sql`swap_hours`, time: sql`hour` } : { table: sql`swap_days`, time: sql`day` };
}

function inPeriod(time: RawBuilder<unknown>, { from, to, span }: Period): RawBuilder<unknown> {
  const type = sql.raw(span === "hour" ? "timestamptz" : "date");
  const text = (ms: number) => (span === "hour" ? isoOf(ms) : isoOf(ms).slice(0, 10));
  return sql`${time} >= ${text(from)}::${type} and ${time} < ${text(to)}::${type}`;
}

function matches({ orgId, stationType, firmware }: Filter): RawBuilder<unknown> {
  return sql`(${orgId}::integer is null or org_id = ${orgId})
    and (${firmware}::text is null or firmware = ${firmware})
    and (${stationType}::text is null or station_name in (select name from stations where station_type = ${stationType}))`;
}

/** A cause of failed attempts. The title is that of the group, or else the pattern of an error of the caller's own stations. */
export type CauseRow = {
  group: number | null;
  group_title: string | null;
  pattern: string | null;
  station_type: StationType | null;
  failed: number;
  stations: number;
};

/** The causes of a period's failed attempts, the most frequent first; at most 1,000. */
export async function selectCauses(db: Db, { from, to }: Period, filter: Filter): Promise<CauseRow[]> {
  const { rows } = await sql<CauseRow>`
    with failures as materialized (
      select fingerprint_id, station_name, count(*) as failed from swap_attempts
      where outcome = 'failed' and not in_maintenance and at >= ${isoOf(from)}::timestamptz and at < ${isoOf(to)}::timestamptz
        and ${matches(filter)}
      group by fingerprint_id, station_name
    )
    select c."group", g.title as group_title, c.pattern, c.station_type, c.failed, c.stations
    from (
      select f.group_id as "group", min(f.pattern) as pattern,
        case when min(f.station_type) = max(f.station_type) then min(f.station_type) end as station_type,
        sum(failed)::bigint as failed, count(distinct station_name) as stations
      from failures left join error_fingerprints f on f.id = fingerprint_id
      group by f.group_id
    ) c left join error_groups g on g.id = c."group"
    order by c.failed desc, c."group" limit 1000`.execute(db);
  return rows;
}

/** What is displayed of a station beside its counts. */
export type StationRow = {
  name: string;
  serial_number: string;
  organization: string;
  station_type: StationType;
  swaps_by_events: boolean;
  /** The title of the group, and the pattern, of its most frequent cause. */
  group_title: string | null;
  pattern: string | null;
};

/** Stations by name with their most frequent cause in a period. Of a station that has moved to another organization, only what it was then. */
export async function selectStationRows(
  db: Db,
  names: readonly string[],
  { period: { from, to }, filter }: { period: Period; filter: Filter },
): Promise<StationRow[]> {
  const { rows } = await sql<StationRow>`
    select s.name, case when ${filter.orgId}::integer is null or s.org_id = ${filter.orgId} then s.serial_number else '' end as serial_number,
      o.name as organization, s.station_type, coalesce(st.swaps_by_events, false) as swaps_by_events, g.title as group_title, c.pattern
    from stations s
    join organizations o on o.id = coalesce(${filter.orgId}::integer, s.org_id)
    left join station_states st on st.station_name = s.name
    left join lateral (
      select f.group_id, min(f.pattern) as pattern from swap_attempts a left join error_fingerprints f on f.id = a.fingerprint_id
      where a.station_name = s.name and a.at >= ${isoOf(from)}::timestamptz and a.at < ${isoOf(to)}::timestamptz
        and outcome = 'failed' and not in_maintenance
        and (${filter.orgId}::integer is null or a.org_id = ${filter.orgId}) and (${filter.firmware}::text is null or firmware = ${filter.firmware})
      group by f.group_id order by count(*) desc, f.group_id limit 1
    ) c on true
    left join error_groups g on g.id = c.group_id
    where s.name = any(${names}) order by s.name limit ${names.length}`.execute(db);
  return rows;
}

/** The types of stations by name, and whether they are real and in service: those that belong to the organization, and those in `names`. */
export async function selectStationTypes(
  db: Db,
  { orgId }: Filter,
  names: readonly string[],
): Promise<{ name: string; station_type: StationType; in_service: boolean }[]> {
  const { rows } = await sql<{ name: string; station_type: StationType; in_service: boolean }>`
    select name, station_type, retired is null and actual and (${orgId}::integer is null or org_id = ${orgId}) as in_service from stations
    where ${orgId}::integer is null or org_id = ${orgId} or name = any(${names})
    order by name limit ${ROWS_MAX}`.execute(db);
  return rows;
}

/** The names of organizations by id; at most 1,000. */
export async function selectOrganizationNames(
  db: SharedDb,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("organizations")
    .select(["id", "name"])
    .where("id", "in", ids)
    .orderBy("id")
    .limit(1_000)
    .execute();
}

/** The time from which attempts are counted. */
export async function countedSince(db: SharedDb): Promise<Timestamp> {
  const { swaps_counted_since: since } = await db
    .selectFrom("installation")
    .select("swaps_counted_since")
    .executeTakeFirstOrThrow();
  return since;
}

function isoOf(ms: number): Timestamp {
  return new Date(ms).toISOString();
}
