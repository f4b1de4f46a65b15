import type { Occurrence, RecentErrors } from "@groundcrew/shared/error-groups";
import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import type { Faulty } from "../store/fingerprint-queries.ts";
import { statusOf, STATUS_COLUMNS } from "../status-queries.ts";

/** The stations of the next piece, in name order. */
export async function stationsOfPiece(tx: Db, limit: number): Promise<string[]> {
  const found = await sql<{ station_name: string }>`
    select distinct station_name from (
      select station_name from station_errors where fingerprint_id is null order by station_name, id limit ${limit}
    ) piece order by station_name limit ${limit}`.execute(tx);
  return found.rows.map(({ station_name }) => station_name);
}

/** Errors of stations without a group, in a fixed order. */
export async function selectUngrouped(
  tx: Db,
  names: readonly string[],
  limit: number,
): Promise<(Faulty & { id: number })[]> {
  const found = await sql<Faulty & { id: number; happened: Timestamp }>`
    select e.id, e.station_name, s.station_type, e.error_message, e.job_type, least(e.occurred, e.time_logged) as happened, e.firmware
    from station_errors e join stations s on s.name = e.station_name
    where e.fingerprint_id is null and e.station_name = any(${names})
    order by e.station_name, e.id limit ${limit}`.execute(tx);
  return found.rows;
}

/** Sets the fingerprints of errors that have none yet. */
export async function setFingerprints(tx: Db, rows: readonly { error: number; fingerprint: number }[]): Promise<void> {
  await sql`
    update station_errors set fingerprint_id = fingerprint
    from json_to_recordset(${JSON.stringify(rows)}::json) as given(error bigint, fingerprint integer)
    where id = error and fingerprint_id is null`.execute(tx);
}

/** Errors of a fingerprint, most recently logged first, after the one with the id `after`. */
export async function selectOfFingerprint(
  tx: Db,
  fingerprint: number,
  { after, limit }: { after: number | null; limit: number },
): Promise<(Faulty & { id: number })[]> {
  const found = await sql<Faulty & { id: number }>`
    select e.id, e.station_name, s.station_type, e.error_message, e.job_type, least(e.occurred, e.time_logged) as happened, e.firmware
    from station_errors e join stations s on s.name = e.station_name
    where e.fingerprint_id = ${fingerprint} and (${after}::bigint is null
      or (e.time_logged, e.id) < ((select a.time_logged from station_errors a where a.id = ${after}), ${after}::bigint))
    order by e.time_logged desc, e.id desc limit ${limit}`.execute(tx);
  return found.rows;
}

/** Moves errors from a fingerprint to others. Those that were moved before stay where they are. */
export async function moveErrors(
  tx: Db,
  from: number,
  rows: readonly { error: number; fingerprint: number }[],
): Promise<void> {
  await sql`
    update station_errors set fingerprint_id = fingerprint
    from json_to_recordset(${JSON.stringify(rows)}::json) as given(error bigint, fingerprint integer)
    where id = error and fingerprint_id = ${from} and fingerprint <> ${from}`.execute(tx);
}

/** A fingerprint from earlier rules. `is_split` is true of one that was split, and of its parts. */
type Outdated = { id: number; job_type: string | null; station_type: string; pattern: string; is_split: boolean };

/** Fingerprints of versions before one, oldest first. */
export async function selectOutdated(tx: Db, version: number, limit: number): Promise<Outdated[]> {
  const found = await sql<Outdated>`
    select id, job_type, station_type, pattern, split_from is not null or split_by is not null as is_split
    from error_fingerprints where version < ${version} order by id limit ${limit}`.execute(tx);
  return found.rows;
}

/** A fingerprint by the current rules; `digest` is null where it keeps the one it has. */
export type Renewed = { id: number; pattern: string; digest: string | null };

/** Stores fingerprints by the rules of a version, with the titles that groups have from their patterns. A digest that exists stays where it is. */
export async function renewPatterns(tx: Db, renewed: readonly Renewed[], version: number): Promise<void> {
  await sql`
    with given as (
      select id, pattern, digest from json_to_recordset(${JSON.stringify(renewed)}::json) as g(id integer, pattern text, digest text)
    ), changed as (
      select g.id, f.group_id, f.pattern as before, g.pattern, g.digest from given g join error_fingerprints f using (id)
      where g.digest is not null
        and not exists (select from error_fingerprints o where o.digest = g.digest and o.id <> g.id)
    ), titled as (
      update error_groups e set title = c.pattern from changed c where e.id = c.group_id and e.title = c.before
    )
    update error_fingerprints f
    set version = ${version}, pattern = coalesce(c.pattern, f.pattern), digest = coalesce(c.digest, f.digest)
    from given g left join changed c using (id) where f.id = g.id`.execute(tx);
}

/** Resolves groups all of whose errors are resolved. */
export async function settleResolved(tx: Db, groups: readonly number[]): Promise<void> {
  await sql`
    update error_groups g
    set state = 'resolved', state_since = e.time_handled, resolved_at = e.time_handled,
      resolved_by = coalesce(e.handled_by, ''), solution = e.solution
    from unnest(${groups}::integer[]) as named(id) cross join lateral (
      select e.time_handled, e.handled_by, e.solution
      from error_fingerprints f join station_errors e on e.fingerprint_id = f.id
      where f.group_id = named.id and e.time_handled is not null order by e.time_logged desc, e.id desc limit 1
    ) e
    where g.id = named.id and g.unresolved = 0 and g.state in ('new', 'ongoing')`.execute(tx);
}

/** While old errors are grouped, a group is resolved as long as only resolved ones of it were found. */
export async function settleUnresolved(tx: Db, groups: readonly number[]): Promise<void> {
  await sql`
    update error_groups set state = 'ongoing', state_since = last_seen
    where id = any(${groups}::integer[]) and unresolved > 0 and state = 'resolved'`.execute(tx);
}

/** The unresolved errors of groups, by group; of each the latest 1,000. */
export async function selectUnresolved(tx: Db, groups: readonly number[]): Promise<(Occurrence & { group: number })[]> {
  const found = await sql<Occurrence & { group: number }>`
    select named.id as group, e.station, e.happened, e.firmware
    from unnest(${groups}::integer[]) as named(id) cross join lateral (
      select coalesce(nullif(s.serial_number, ''), s.name) as station, least(e.occurred, e.time_logged) as happened, e.firmware
      from error_fingerprints f join station_errors e on e.fingerprint_id = f.id join stations s on s.name = e.station_name
      where f.group_id = named.id and e.time_handled is null order by e.time_logged desc, e.id desc limit 1000
    ) e
    order by named.id, e.happened`.execute(tx);
  return found.rows;
}

/** Errors that were stored before there were groups come in no order of time: the history begins with the first of them. */
export async function settleFirstSeen(tx: Db, groups: readonly number[]): Promise<void> {
  await sql`
    update error_group_history h
    set at = g.first_seen, details = (
      select json_build_object('station', s.station_name, 'firmware', null)
      from error_fingerprints f join error_fingerprint_stations s on s.fingerprint_id = f.id
      where f.group_id = g.id order by s.first_seen, s.station_name limit 1
    )
    from error_groups g
    where h.group_id = g.id and h.kind = 'first_seen' and h.at > g.first_seen and g.id = any(${groups}::integer[])`.execute(
    tx,
  );
}

type Candidate = { id: number } & RecentErrors;

/** The groups whose state may change, with their recent errors; at most 10,000, most recently seen first. */
export async function selectCandidates(db: Db, now: number) {
  const day = new Date(now - DAY_MS).toISOString();
  const week = new Date(now - 8 * DAY_MS).toISOString();
  const found = await sql<Candidate & Parameters<typeof statusOf>[0]>`
    select ${STATUS_COLUMNS}, h.day, h.week_before, (
      select count(*) from (
        select station_name from error_fingerprint_stations where fingerprint_id in (
          select id from error_fingerprints where group_id = g.id) and total > 0
        group by station_name having min(first_seen) >= ${day}::timestamptz
      ) s
    ) as new_stations
    from error_groups g cross join lateral (
      select coalesce(sum(errors) filter (where hour >= ${day}::timestamptz), 0)::bigint as day,
        coalesce(sum(errors) filter (where hour < ${day}::timestamptz), 0)::bigint as week_before
      from error_fingerprints f join error_fingerprint_hours h on h.fingerprint_id = f.id
      where f.group_id = g.id and h.hour >= ${week}::timestamptz
    ) h
    where g.merged_into is null and g.state <> 'resolved'
      and (g.last_seen >= ${day}::timestamptz or g.state in ('new', 'escalating', 'archived'))
    order by g.last_seen desc, g.id limit 10000`.execute(db);
  return found.rows.map(({ day: errors, week_before, new_stations, ...row }) => ({
    status: statusOf(row),
    recent: { day: errors, week_before, new_stations },
  }));
}
