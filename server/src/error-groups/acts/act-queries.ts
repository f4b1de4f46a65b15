import type { GroupArchive, GroupReadinessEffect } from "@groundcrew/shared/error-groups";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import { ALWAYS, IS_OPEN, newestOf } from "../newest-queries.ts";
import { shareGroups } from "../status-queries.ts";

/** An open error of a group, to be resolved. */
export type OpenError = { id: number; station_name: string };

/** The number of errors of groups that one resolution would resolve: those of every station. */
export async function countOpen(db: Db, groups: readonly number[]): Promise<number> {
  const found = await sql<{ open: number }>`
    select coalesce(sum(open_all), 0)::bigint as open from error_groups where id = any(${groups}::integer[])`.execute(
    db,
  );
  return found.rows[0]?.open ?? 0;
}

/** Open errors of fingerprints, newest first, up to the one with the id `last`. */
export async function selectOpen(
  db: Db,
  fingerprints: readonly number[],
  { last, limit }: { last: number | null; limit: number },
): Promise<OpenError[]> {
  const condition = sql`${IS_OPEN} and ${last === null ? ALWAYS : sql`id <= ${last}`}`;
  const columns = sql`id, station_name, time_logged`;
  const found = await sql<OpenError>`
    ${newestOf(fingerprints, { columns, condition, limit })}
    order by time_logged desc, id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** Locks stations in name order. */
export async function lockStationsNamed(tx: Db, names: readonly string[]): Promise<void> {
  await sql`
    select from stations where name = any(${names}) order by name limit ${names.length} for no key update`.execute(tx);
}

/** Locks the groups with open errors of stations, in the order of their ids. */
export async function lockGroupsOfStations(tx: Db, names: readonly string[]): Promise<void> {
  await shareGroups(tx);
  await sql`
    select from error_groups where id in (
      select f.group_id from error_fingerprint_stations s join error_fingerprints f on f.id = s.fingerprint_id
      where s.station_name = any(${names}) and s.open > 0
    ) order by id for no key update`.execute(tx);
}

/** The stations of entries. */
export async function stationsOfEntries(tx: Db, entries: readonly number[]): Promise<string[]> {
  const found = await sql<{ station_name: string }>`
    select distinct station_name from support_log_entries where id = any(${entries}::bigint[])
    order by station_name limit ${entries.length}`.execute(tx);
  return found.rows.map(({ station_name }) => station_name);
}

/** Errors that one statement resolves, so that none takes too long on a busy machine. */
const PIECE = 1_000;

/** Resolves those of these errors that are still open, whose stations are locked. Returns how many. */
export async function resolveOpen(
  tx: Db,
  ids: readonly number[],
  { solution, by }: { solution: string; by: string },
): Promise<number> {
  let resolved = 0;
  for (let at = 0; at < ids.length; at += PIECE) {
    const result = await sql`
      update station_errors set time_handled = now(), handled_by = ${by}, solution = ${solution}
      where id = any(${ids.slice(at, at + PIECE)}::bigint[]) and time_handled is null and supportlog_entry_id is null`.execute(
      tx,
    );
    resolved += Number(result.numAffectedRows ?? 0);
  }
  return resolved;
}

/** Marks locked groups as resolved now. */
export async function markResolved(
  tx: Db,
  ids: readonly number[],
  { solution, by, fixed_from }: { solution: string; by: string; fixed_from: string | null },
): Promise<void> {
  await sql`
    update error_groups
    set state = 'resolved', state_since = now(), state_reason = null, rev = rev + 1, resolved_at = now(), resolved_by = ${by},
      solution = ${solution}, fixed_from = ${fixed_from}, archive = null, archived_until = null, changed_by = ${by},
      changed_action = 'resolved'
    where id = any(${ids}::integer[])`.execute(tx);
}

/** Sets the effect of a locked group on readiness; returns the effect before. */
export async function markEffect(
  tx: Db,
  group: number,
  { effect, by }: { effect: GroupReadinessEffect; by: string },
): Promise<GroupReadinessEffect> {
  const found = await sql<{ before: GroupReadinessEffect }>`
    update error_groups g
    set readiness_effect = ${effect}, rev = g.rev + 1, changed_by = ${by}, changed_action = 'changed'
    from error_groups old where g.id = ${group} and old.id = g.id
    returning old.readiness_effect as before`.execute(tx);
  return found.rows[0]?.before ?? "automatic";
}

/** Gives groups that are no longer resolved the effect on readiness that ended with their resolution. */
export async function returnEffects(tx: Db, groups: readonly number[]): Promise<void> {
  await sql`
    update error_groups set readiness_effect = ended_effect
    where id = any(${groups}::integer[]) and ended_effect <> 'automatic'`.execute(tx);
}

/** A resolution that continues in the background. */
export type Resolution = {
  id: number;
  group_id: number;
  /** Those that the group had when it was resolved. */
  fingerprints: number[];
  last_error: number;
  solution: string;
  author: string;
  ended: Timestamp | null;
};

/** Adds a resolution of the open errors of each of these locked groups that has any; returns their ids. */
export async function insertResolutions(
  tx: Db,
  groups: readonly number[],
  { solution, by }: { solution: string; by: string },
): Promise<number[]> {
  const found = await sql<{ id: number }>`
    insert into error_resolutions (group_id, fingerprints, last_error, solution, author, errors, started)
    select g.id, array(select id from error_fingerprints where group_id = g.id order by id), (select max(id) from station_errors),
      ${solution}, ${by}, g.open_all, now()
    from error_groups g where g.id = any(${groups}::integer[]) and g.open_all > 0 order by g.id
    returning id`.execute(tx);
  return found.rows.map(({ id }) => id);
}

export async function findResolution(db: Db, id: number): Promise<Resolution | undefined> {
  const found = await sql<Resolution>`
    select id, group_id, fingerprints, last_error, solution, author, ended from error_resolutions where id = ${id}`.execute(
    db,
  );
  return found.rows[0];
}

/** The given fingerprints and, where one was split, its parts. */
export async function withParts(tx: Db, fingerprints: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select id from error_fingerprints where id = any(${fingerprints}::integer[]) or split_from = any(${fingerprints}::integer[])
    order by id limit 10000`.execute(tx);
  return found.rows.map(({ id }) => id);
}

/** The groups that fingerprints are part of now. */
export async function groupsOf(tx: Db, fingerprints: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select distinct group_id as id from error_fingerprints where id = any(${fingerprints}::integer[])
    order by 1 limit ${fingerprints.length}`.execute(tx);
  return found.rows.map(({ id }) => id);
}

type Advance = { done: number; hasEnded: boolean; groups: readonly number[] };

/** Records that errors were resolved, or that none is left. The progress is part of the locked groups that show it. */
export async function advanceResolution(tx: Db, id: number, { done, hasEnded, groups }: Advance): Promise<void> {
  await sql`
    update error_resolutions set done = done + ${done}, ended = case when ${hasEnded} then now() end
    where id = ${id}`.execute(tx);
  await sql`update error_groups set rev = rev where id = any(${groups}::integer[])`.execute(tx);
}

/** Archives locked groups. What `archive` compares with later is read from each group. */
export async function markArchived(
  tx: Db,
  ids: readonly number[],
  { until, ...archive }: Omit<GroupArchive, "errors_before" | "stations_before"> & { until: Timestamp },
): Promise<void> {
  await sql`
    update error_groups
    set state = 'archived', state_since = ${archive.at}, state_reason = null, rev = rev + 1, archived_until = ${until},
      archive = ${JSON.stringify({ until, ...archive })}::jsonb || jsonb_build_object('errors_before', total, 'stations_before', stations_total),
      changed_by = ${archive.by}, changed_action = 'archived'
    where id = any(${ids}::integer[])`.execute(tx);
}

/** Gives groups the states that they had before someone archived them, and those that were archived before that archive again, if they still have the revision `rev` of that act. Returns the ids of those. */
export async function restoreArchived(
  tx: Db,
  before: readonly { id: number; rev: number; state: string; archive: GroupArchive | null }[],
  { by }: { by: string },
): Promise<number[]> {
  const found = await sql<{ id: number }>`
    update error_groups g
    set state = b.state, state_since = now(), state_reason = null, rev = g.rev + 1, archive = b.archive,
      archived_until = (b.archive ->> 'until')::timestamptz, changed_by = ${by},
      changed_action = case when b.state = 'archived' then 'changed' else 'unarchived' end
    from json_to_recordset(${JSON.stringify(before)}::json) as b(id integer, rev integer, state text, archive jsonb)
    where g.id = b.id and g.rev = b.rev and g.state = 'archived'
    returning g.id`.execute(tx);
  return found.rows.map(({ id }) => id);
}

/** Returns locked groups that are archived to the open ones, and returns their ids. */
export async function unmarkArchived(tx: Db, ids: readonly number[], by: string): Promise<number[]> {
  const found = await sql<{ id: number }>`
    update error_groups
    set state = 'ongoing', state_since = now(), state_reason = null, rev = rev + 1, archive = null, archived_until = null,
      changed_by = ${by}, changed_action = 'unarchived'
    where id = any(${ids}::integer[]) and state = 'archived' returning id`.execute(tx);
  return found.rows.map(({ id }) => id);
}

type Merge = { into: number; others: readonly number[]; by: string; pattern: string | null };

/** Moves the fingerprints of locked groups to one of them, and counts it again. */
export async function moveAll(tx: Db, { into, others, by, pattern }: Merge): Promise<void> {
  await sql`
    update error_fingerprints set group_id = ${into}, home_group_id = coalesce(home_group_id, group_id)
    where group_id = any(${others}::integer[])`.execute(tx);
  await sql`
    update error_groups set merged_into = ${into}, merge_pattern = null, rev = rev + 1, changed_by = ${by}, changed_action = 'merged'
    where id = any(${others}::integer[]) or merged_into = any(${others}::integer[])`.execute(tx);
  await recount(tx, [into, ...others]);
  await sql`
    update error_groups g
    set rev = rev + 1, changed_by = ${by}, changed_action = 'merged', merge_pattern = coalesce(${pattern}, merge_pattern),
      job_type = (select case when count(distinct coalesce(job_type, '')) = 1 then max(job_type) end
        from error_fingerprints where group_id = g.id),
      station_type = (select case when count(distinct station_type) = 1 then max(station_type) end
        from error_fingerprints where group_id = g.id)
    where id = ${into}`.execute(tx);
}

/** Counts groups again after fingerprints were moved. */
async function recount(tx: Db, ids: readonly number[]): Promise<void> {
  await sql`select recount_error_groups(${ids}::integer[])`.execute(tx);
}

/** A fingerprint of a group; `own` is the number of fingerprints that the group has. */
export type MemberFingerprint = { id: number; pattern: string; home_group_id: number | null; own: number };

export async function findMember(tx: Db, group: number, fingerprint: number): Promise<MemberFingerprint | undefined> {
  const found = await sql<MemberFingerprint>`
    select id, pattern, home_group_id, (select count(*) from error_fingerprints where group_id = ${group}) as own
    from error_fingerprints where id = ${fingerprint} and group_id = ${group}`.execute(tx);
  return found.rows[0];
}

/** Moves a fingerprint to the group that it had before a merge, or to a new one, for good. Returns that group's id. */
export async function separate(
  tx: Db,
  { id, home_group_id }: MemberFingerprint,
  { group, by }: { group: number; by: string },
): Promise<number> {
  const found = await sql<{ id: number }>`
    insert into error_groups (title, job_type, station_type, state, state_since, first_seen, last_seen)
    select f.pattern, f.job_type, f.station_type, 'ongoing', now(), g.first_seen, g.last_seen
    from error_fingerprints f join error_groups g on g.id = ${group}
    where f.id = ${id} and ${home_group_id}::integer is null returning id`.execute(tx);
  const target = home_group_id ?? found.rows[0]?.id ?? group;
  await sql`update error_fingerprints set group_id = ${target}, is_separate = true where id = ${id}`.execute(tx);
  await sql`
    update error_groups set merged_into = null, rev = rev + 1, changed_by = ${by}, changed_action = 'changed'
    where id = ${target}`.execute(tx);
  await sql`
    update error_groups set rev = rev + 1, changed_by = ${by}, changed_action = 'removed a fingerprint from' where id = ${group}`.execute(
    tx,
  );
  await recount(tx, [group, target]);
  return target;
}

/** Records that a fingerprint of a locked group is split by a placeholder; false when it was split before. */
export async function markSplit(
  tx: Db,
  { group, fingerprint, placeholder, by }: { group: number; fingerprint: number; placeholder: number; by: string },
): Promise<boolean> {
  const found = await sql`
    update error_fingerprints set split_by = ${placeholder}
    where id = ${fingerprint} and split_by is null and split_from is null returning id`.execute(tx);
  await sql`
    update error_groups set rev = rev + 1, changed_by = ${by}, changed_action = 'split' where id = ${group}`.execute(
    tx,
  );
  return found.rows.length > 0;
}
