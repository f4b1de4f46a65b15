import type {
  ErrorGroup,
  ErrorGroupDetails,
  getGroupFirmwares,
  GroupHistoryEntry,
  GroupStation,
  listGroupErrors,
  listGroupFilters,
  summarizeErrorGroups,
} from "@groundcrew/shared/error-groups";
import type { Reply } from "@groundcrew/shared/contract";
import { compareVersions } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import { isoText, type Db } from "../platform/db/index.ts";
import { ALWAYS, fingerprintIdsOf, IS_OPEN, newestOf } from "./newest-queries.ts";
import { daysOf } from "./list-queries.ts";

type Details = Omit<ErrorGroupDetails, keyof ErrorGroup>;

/** The content of a group's page besides its row; undefined when there is no such group. */
export async function findDetails(db: Db, group: number, now: number): Promise<Details | undefined> {
  const found = await sql<Details>`
    select g.merged_into, g.merge_pattern, g.readiness_effect, ${daysOf(now, 30)} as days30, coalesce((
        select json_agg(json_build_object('value', firmware, 'errors', errors, 'first_seen',
          ${isoText(sql`first_seen`)}) order by first_seen, firmware)
        from (
          select firmware, sum(errors) as errors, min(first_seen) as first_seen from error_fingerprint_firmwares
          where fingerprint_id in ${fingerprintsOf(group)} group by firmware having sum(errors) > 0
        ) v
      ), '[]') as firmwares, coalesce((
        select json_agg(json_build_object('id', id, 'job_type', job_type, 'station_type', station_type, 'pattern', pattern,
          'total', (select coalesce(sum(total), 0) from error_fingerprint_stations where fingerprint_id = f.id)) order by id)
        from error_fingerprints f where group_id = g.id
      ), '[]') as fingerprints, coalesce((
        select json_agg(json_build_object('id', e.id, 'station', e.station_name, 'serial_number', s.serial_number) order by e.id desc)
        from (${incidentsOf(group)}) e join stations s on s.name = e.station_name
      ), '[]') as incidents, (
        select count(distinct supportlog_entry_id) from station_errors
        where fingerprint_id in ${fingerprintsOf(group)} and supportlog_entry_id is not null
      ) as entries, (
        select count(distinct e.station_name) from stations s join error_fingerprint_stations e on e.station_name = s.name
        where s.maintenance_id is not null and s.is_triaged and e.open > 0 and e.fingerprint_id in ${fingerprintsOf(group)}
      ) as stations_maintained
    from error_groups g where g.id = ${group}`.execute(db);
  return found.rows[0];
}

/** The fingerprints of a group, as a list for `in`. */
function fingerprintsOf(group: number): RawBuilder<unknown> {
  return sql`(select id from error_fingerprints where group_id = ${group})`;
}

/** Open incidents that errors of a group are attached to, newest first; at most 20. */
function incidentsOf(group: number): RawBuilder<unknown> {
  return sql`
    select id, station_name from support_log_entries
    where status like 'incident%' and status <> 'incident_resolved' and id in (
      select supportlog_entry_id from station_errors
      where fingerprint_id in ${fingerprintsOf(group)} and supportlog_entry_id is not null)
    order by id desc limit 20`;
}

/** Ids of top-level entries that errors of a group are attached to, newest first. */
export async function selectEntryIds(db: Db, group: number, limit: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select distinct coalesce(e.parent_id, e.id) as id from support_log_entries e
    where e.id in (
      select supportlog_entry_id from station_errors
      where fingerprint_id in ${fingerprintsOf(group)} and supportlog_entry_id is not null)
    order by 1 desc limit ${limit}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Whether there is such a group. */
export async function hasGroup(db: Db, group: number): Promise<boolean> {
  const found = await sql`select from error_groups where id = ${group}`.execute(db);
  return found.rows.length > 0;
}

type StationsQuery = {
  group: number;
  all: boolean;
  after: readonly [open: number, name: string] | undefined;
  limit: number;
};

/** Stations of a group, most open errors first. Those outside triage are included with `all` only. */
export async function selectStations(db: Db, { group, all, after, limit }: StationsQuery): Promise<GroupStation[]> {
  const [afterOpen, afterName] = after ?? [null, null];
  const found = await sql<GroupStation>`
    with counted as (
      select station_name, sum(open) as open, sum(total) as total, max(last_seen) as last_seen,
        (array_agg(firmware order by last_seen desc))[1] as firmware
      from error_fingerprint_stations where fingerprint_id in ${fingerprintsOf(group)}
      group by station_name having sum(total) > 0
    )
    select s.name as station, s.description, s.serial_number, s.org_id, n.name as organization, c.open::bigint, c.total::bigint,
      c.firmware, c.last_seen, (
        select json_build_object('id', w.id, 'why', w.why, 'by', w.by_name, 'from', ${isoText(sql`w.starts`)}, 'until', ${isoText(sql`w.ends`)})
        from maintenance_windows w where w.id = s.maintenance_id
      ) as maintenance
    from counted c join stations s on s.name = c.station_name join organizations n on n.id = s.org_id
    where (s.is_triaged or ${all})
      and (${afterOpen}::bigint is null or (-c.open, s.name) > (-${afterOpen}::bigint, ${afterName}::text))
    order by -c.open, s.name limit ${limit}`.execute(db);
  return found.rows;
}

type ListedErrors = Reply<typeof listGroupErrors>["body"]["errors"];
type ErrorsQuery = { group: number; isOpen: boolean; after: number | undefined; limit: number };

/** Errors of a group, most recently logged first; after the error with the id `after`. */
export async function selectErrors(db: Db, { group, isOpen, after, limit }: ErrorsQuery): Promise<ListedErrors> {
  const isAfter =
    after === undefined
      ? ALWAYS
      : sql`(time_logged, id) < ((select a.time_logged from station_errors a where a.id = ${after}), ${after}::bigint)`;
  const columns = sql`id, station_name as station, job_id, job_type, time_logged, occurred, time_handled, error_message, solution,
    supportlog_entry_id, firmware, software`;
  const condition = sql`${isOpen ? IS_OPEN : ALWAYS} and ${isAfter}`;
  const found = await sql<ListedErrors[number]>`
    ${newestOf(await fingerprintIdsOf(db, [group]), { columns, condition, limit })}
    order by time_logged desc, id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** The history of a group and of its ownership, latest first; with the serial number of the station that the details name. */
export async function selectHistory(
  db: Db,
  { group, after, limit }: { group: number; after: readonly [at: string, id: number] | undefined; limit: number },
): Promise<GroupHistoryEntry[]> {
  const [at, id] = after ?? [null, null];
  // The ids of both tables are made distinct: those of the ownership are even.
  const found = await sql<GroupHistoryEntry>`
    select h.id, h.at, h.kind, h.author, h.note,
      case when s.name is null then h.details else h.details || jsonb_build_object('serial_number', s.serial_number) end as details
    from (
      select id * 2 + 1 as id, date_trunc('milliseconds', at) as at, kind, author, note, details from error_group_history where group_id = ${group}
      union all
      select id * 2, date_trunc('milliseconds', at), action, author, note, jsonb_build_object('owner', owner) from ownership_history
      where kind = 'group' and subject = ${String(group)}
    ) h left join stations s on s.name = h.details->>'station'
    where ${at}::timestamptz is null or (h.at, h.id) < (${at}::timestamptz, ${id}::bigint)
    order by h.at desc, h.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** The newest errors of a group: their messages by fingerprint, and how many came from each station with which versions. */
export type NewestErrors = { messages: ReadonlyMap<number, string[]>; sources: ErrorSource[] };

/** Errors of a station with the same versions. */
export type ErrorSource = { station_name: string; firmware: string | null; software: string | null; errors: number };

/** Separates messages. A message that contains it counts as several. */
const SEPARATOR = "\u001E";

/** The newest errors of a group; at most `limit`. */
export async function selectNewest(db: Db, group: number, limit: number): Promise<NewestErrors> {
  const columns = sql`fingerprint_id, station_name, error_message, firmware, software, time_logged, id`;
  // Few long texts: as a row each, ten thousand errors take four times as long.
  const found = await sql<{ fingerprint: number | null; messages: string | null; sources: ErrorSource[] | null }>`
    with newest as materialized (
      ${newestOf(await fingerprintIdsOf(db, [group]), { columns, condition: ALWAYS, limit })}
      order by time_logged desc, id desc limit ${limit}
    )
    select fingerprint_id as fingerprint, string_agg(error_message, ${SEPARATOR}) as messages, null::json as sources
    from newest group by fingerprint_id
    union all
    select null, null, json_agg(json_build_object(
      'station_name', station_name, 'firmware', firmware, 'software', software, 'errors', errors))
    from (select station_name, firmware, software, count(*) as errors from newest group by 1, 2, 3) s`.execute(db);
  return {
    messages: new Map(
      found.rows.flatMap(({ fingerprint, messages }) =>
        fingerprint === null || messages === null ? [] : [[fingerprint, messages.split(SEPARATOR)] as const],
      ),
    ),
    sources: found.rows.flatMap(({ sources }) => sources ?? []),
  };
}

/** The hardware version that was last recorded for each station, as it was entered; stations without one are left out. */
export async function selectHardware(db: Db, stations: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ station: string; hardware: string }>`
    select named.station, s.entry->>'production_run_version' as hardware
    from unnest(${stations}::text[]) as named(station) cross join lateral (
      select entry from ssot_entries where station_name = named.station order by created desc limit 1
    ) s
    where s.entry->>'production_run_version' <> '' order by named.station limit ${stations.length}`.execute(db);
  return new Map(found.rows.map(({ station, hardware }) => [station, hardware]));
}

/** The patterns of a group's fingerprints, by id. */
export async function selectPatterns(db: Db, group: number): Promise<Map<number, string>> {
  const found = await sql<{ id: number; pattern: string }>`
    select id, pattern from error_fingerprints where group_id = ${group} order by id limit 10000`.execute(db);
  return new Map(found.rows.map(({ id, pattern }) => [id, pattern]));
}

type Firmwares = Reply<typeof getGroupFirmwares>["body"];

/** The firmware in the newest configuration of each station of the group's types, newest version first; at most 200. */
export async function selectFirmwares(db: Db, group: number): Promise<Firmwares> {
  const found = await sql<Firmwares[number]>`
    select c.version_firmware as version, count(*) as stations, count(*) filter (where exists (
        select from error_fingerprint_stations e
        where e.station_name = s.name and e.open > 0 and e.fingerprint_id in ${fingerprintsOf(group)})) as stations_of_group
    from stations s cross join lateral (
      select version_firmware from station_configs where station_name = s.name order by created desc limit 1
    ) c
    where s.retired is null and c.version_firmware <> ''
      and s.station_type in (select station_type from error_fingerprints where group_id = ${group})
    group by c.version_firmware order by stations desc, version limit 200`.execute(db);
  return found.rows.toSorted((a, b) => compareVersions(b.version, a.version));
}

/** The fingerprints of groups that were not merged, of one job type, with their group; at most 10,000. */
export async function selectPatternsOf(
  db: Db,
  jobType: string | null,
): Promise<{ id: number; title: string; pattern: string }[]> {
  const found = await sql<{ id: number; title: string; pattern: string }>`
    select g.id, g.title, f.pattern from error_fingerprints f join error_groups g on g.id = f.group_id
    where f.job_type is not distinct from ${jobType} and not f.is_separate order by g.id, f.id limit 10000`.execute(db);
  return found.rows;
}

type Summary = Reply<typeof summarizeErrorGroups>["body"];

/** The open errors of groups, and the stations that have them; at stations in triage, or at all. */
export async function summarizeGroups(db: Db, ids: readonly number[], all: boolean): Promise<Summary> {
  const found = await sql<Summary>`
    select coalesce(sum(e.open), 0)::bigint as errors, count(distinct e.station_name) as stations
    from error_fingerprints f join error_fingerprint_stations e on e.fingerprint_id = f.id
    join stations s on s.name = e.station_name
    where f.group_id = any(${ids}::integer[]) and e.open > 0 and (s.is_triaged or ${all})`.execute(db);
  return found.rows[0] ?? { errors: 0, stations: 0 };
}

type Filters = Reply<typeof listGroupFilters>["body"];

/** The values that groups can be filtered by: job types in order, and firmware, newest version first; up to 500 of each. */
export async function selectFilters(db: Db): Promise<Filters> {
  const [jobTypes, firmwares] = await Promise.all([
    sql<{ job_type: string }>`
      select distinct job_type from error_fingerprints where job_type is not null order by job_type limit 500`.execute(
      db,
    ),
    sql<{ firmware: string }>`
      select distinct firmware from error_fingerprint_firmwares where errors > 0 order by firmware desc limit 500`.execute(
      db,
    ),
  ]);
  return {
    job_types: jobTypes.rows.map(({ job_type }) => job_type),
    firmwares: firmwares.rows.map(({ firmware }) => firmware).toSorted((a, b) => compareVersions(b, a)),
  };
}
