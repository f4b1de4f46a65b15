import type { CalendarDate, Timestamp } from "@groundcrew/shared/lib";
import type { SwapCounts } from "@groundcrew/shared/swap-attempts";
import type { StationType } from "@groundcrew/shared/telemetry";
import { sql, type RawBuilder } from "kysely";
import { isOneOf } from "../placed-stations/index.ts";
import { isoText, type Db, type SharedDb } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";
import { notMocked } from "../stations/index.ts";
import { isoOf, matches, partsOf, rowsOf, totalsOf, type Filter } from "./counted-rows.ts";
import type { Period } from "./period.ts";

/** The most stations, and other groups of a part. */
const ROWS_MAX = 100_000;

const COUNTS = sql`sum(succeeded) as succeeded, sum(with_errors) as with_errors, sum(failed) as failed`;

type Part = "time" | "organization" | "type" | "firmware";

/** Counts of one time, organization, type or firmware, and when the first of its hours or days began. */
export type PartCounts = SwapCounts & { part: Part; key: string; maintenance: number; first: Timestamp };

/** The attempts of a period by time, organization, type and firmware. Parts without attempts are left out. */
export async function selectParts(db: Db, period: Period, filter: Filter): Promise<PartCounts[]> {
  const time = period.span === "week" ? sql`date_trunc('week', start, 'UTC')` : sql`start`;
  const { rows } = await sql<PartCounts>`
    select case grouping(time, org_id, station_type, firmware)
        when 7 then 'time' when 11 then 'organization' when 13 then 'type' else 'firmware' end as part,
      coalesce(${isoText(sql`time`)}, org_id::text, station_type, firmware) as key,
      ${COUNTS}, sum(maintenance) as maintenance, min(start) as first
    from (
      select ${time} as time, start, org_id, station_type, firmware, succeeded, with_errors, failed, maintenance
      from ${totalsOf(period, filter)}
    ) counted
    group by grouping sets ((time), (org_id), (station_type), (firmware))
    limit ${ROWS_MAX}`.execute(db);
  return rows;
}

/** The attempts of a period in total. */
export async function selectTotal(db: Db, period: Period, filter: Filter): Promise<SwapCounts> {
  const { rows } = await sql<SwapCounts>`
    select coalesce(sum(succeeded), 0) as succeeded, coalesce(sum(with_errors), 0) as with_errors, coalesce(sum(failed), 0) as failed
    from ${rowsOf(period, filter)}`.execute(db);
  return rows[0] ?? NO_SWAPS;
}

const NO_SWAPS: SwapCounts = { succeeded: 0, with_errors: 0, failed: 0 };

/** The attempts of a station, and whether it is in service and belongs to the organization still. */
export type StationCounts = SwapCounts & { key: string; in_service: boolean };

/** The stations that had attempts in a period. */
export async function selectStations(db: Db, period: Period, filter: Filter): Promise<StationCounts[]> {
  const { rows } = await sql<StationCounts>`
    select c.station_name as key, c.succeeded, c.with_errors, c.failed, ${inService(filter)} as in_service
    from (
      select station_name, ${COUNTS} from ${partsOf(period, filter)}
      group by station_name having sum(succeeded + with_errors + failed) > 0
    ) c join stations s on s.name = c.station_name and s.actual
    order by c.station_name limit ${ROWS_MAX}`.execute(db);
  return rows;
}

/** The attempts of a station from one day up to another one (UTC) that the caller may see. */
export async function countSwapsOfStation(
  db: Db,
  station: string,
  { from, to, scope }: { from: CalendarDate; to: CalendarDate; scope: Scope },
): Promise<SwapCounts> {
  const { rows } = await sql<SwapCounts>`
    select coalesce(sum(succeeded), 0) as succeeded, coalesce(sum(with_errors), 0) as with_errors, coalesce(sum(failed), 0) as failed
    from swap_days where station_name = ${station} and day between ${from}::date and ${to}::date
      and (${scope.orgId}::integer is null or org_id = ${scope.orgId})`.execute(db);
  return rows[0] ?? NO_SWAPS;
}

/** The attempts of each station in a period, by name, also of stations that are elsewhere now. */
export async function selectCounts(
  db: Db,
  period: Period,
  filter: Filter,
): Promise<(SwapCounts & { station: string })[]> {
  const { rows } = await sql<SwapCounts & { station: string }>`
    select station_name as station, ${COUNTS} from ${partsOf(period, filter)} where ${notMocked}
    group by station_name order by station_name limit ${ROWS_MAX}`.execute(db);
  return rows;
}

/** How many stations are in service. */
export async function countStations(db: Db, filter: Filter): Promise<number> {
  const { rows } = await sql<{ stations: number }>`
    select count(*) as stations from stations s
    where ${inService(filter)} and (${filter.stationType}::text is null or station_type = ${filter.stationType})`.execute(
    db,
  );
  return rows[0]?.stations ?? 0;
}

function inService({ orgId, stations }: Filter): RawBuilder<unknown> {
  return sql`(s.retired is null and s.actual and (${orgId}::integer is null or s.org_id = ${orgId}) and ${isOneOf(sql`s.name`, stations)})`;
}

/** The versions of firmware with which there were attempts in a period. */
export async function selectFirmware(db: Db, period: Period, filter: Filter): Promise<Set<string>> {
  const { rows } = await sql<{ firmware: string }>`
    select distinct firmware from ${rowsOf(period, filter)} limit ${ROWS_MAX}`.execute(db);
  return new Set(rows.map(({ firmware }) => firmware));
}

/** A version of firmware with its stations in a period, and the most frequent cause of its failed attempts. */
export type FirmwareRow = {
  firmware: string;
  stations: number;
  group: number | null;
  group_title: string | null;
  pattern: string | null;
  has_failed: boolean;
};

/** Versions of firmware by name. */
export async function selectFirmwareRows(
  db: Db,
  versions: readonly string[],
  { period, filter }: { period: Period; filter: Filter },
): Promise<Map<string, FirmwareRow>> {
  const { rows } = await sql<FirmwareRow>`
    select v.firmware, v.stations, c.failed is not null as has_failed, c."group", g.title as group_title, c.pattern
    from (
      select firmware, count(distinct station_name) as stations from ${partsOf(period, filter)}
      where firmware = any(${versions}::text[]) and succeeded + with_errors + failed > 0 group by firmware
    ) v
    left join lateral (
      select f.group_id as "group", min(f.pattern) as pattern, sum(a.failed) as failed from (
        select fingerprint_id, count(*) as failed from swap_attempts
        where firmware = v.firmware and ${failedIn(period, filter)} group by fingerprint_id
      ) a left join error_fingerprints f on f.id = a.fingerprint_id
      group by f.group_id order by failed desc, f.group_id limit 1
    ) c on true
    left join error_groups g on g.id = c."group"
    order by v.firmware limit ${versions.length}`.execute(db);
  return new Map(rows.map((row) => [row.firmware, row]));
}

/** A cause of failed attempts. The title is that of the group, or else the pattern of an error of the caller's own stations. */
export type CauseRow = {
  group: number | null;
  group_title: string | null;
  pattern: string | null;
  station_type: StationType | null;
  failed: number;
  fingerprints: (number | null)[];
};

/** The causes of a period's failed attempts, the most frequent first; at most 1,000. */
export async function selectCauses(db: Db, period: Period, filter: Filter): Promise<CauseRow[]> {
  const { rows } = await sql<CauseRow>`
    with failures as materialized (
      select fingerprint_id, count(*) as failed from swap_attempts where ${failedIn(period, filter)} group by fingerprint_id
    )
    select c."group", g.title as group_title, c.pattern, c.station_type, c.failed, c.fingerprints
    from (
      select f.group_id as "group", min(f.pattern) as pattern,
        case when min(f.station_type) = max(f.station_type) then min(f.station_type) end as station_type,
        sum(failed)::bigint as failed, array_agg(fingerprint_id) as fingerprints
      from failures left join error_fingerprints f on f.id = fingerprint_id
      group by f.group_id
    ) c left join error_groups g on g.id = c."group"
    order by c.failed desc, c."group" limit 1000`.execute(db);
  return rows;
}

/** At how many stations attempts failed for each of some causes, in the same order. */
export async function countStationsOf(
  db: Db,
  causes: readonly Pick<CauseRow, "fingerprints">[],
  { period, filter }: { period: Period; filter: Filter },
): Promise<number[]> {
  const given = causes.flatMap(({ fingerprints }, nth) => fingerprints.map((id) => ({ nth, id: id ?? 0 })));
  const { rows } = await sql<{ nth: number; stations: number }>`
    select nth, count(distinct station_name) as stations from swap_attempts
    join json_to_recordset(${JSON.stringify(given)}::json) as c(nth integer, id integer) on c.id = coalesce(fingerprint_id, 0)
    where ${failedIn(period, filter)} group by nth order by nth limit ${causes.length}`.execute(db);
  const counts = new Map(rows.map(({ nth, stations }) => [nth, stations]));
  return causes.map((_, nth) => counts.get(nth) ?? 0);
}

function failedIn({ from, to }: Period, filter: Filter): RawBuilder<unknown> {
  return sql`outcome = 'failed' and not in_maintenance and at >= ${isoOf(from)}::timestamptz and at < ${isoOf(to)}::timestamptz
    and ${notMocked} and ${matches(filter)}`;
}

/** A station with all that is displayed of it beside its counts. */
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
