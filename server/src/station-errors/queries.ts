import { SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { StationError } from "@groundcrew/shared/station-errors";
import { minuteOf } from "@groundcrew/shared/stats";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";

const ALWAYS = sql<boolean>`true`;

export type ErrorQuery = {
  /** True for resolved errors, false for unresolved ones, undefined for both. */
  resolved: boolean | undefined;
  after: Timestamp | undefined;
  /** A time in the minute in which they happened; undefined for errors of any time. */
  minute?: Timestamp | undefined;
  /** Id of the error in the same list after which the page starts. */
  afterError?: number | undefined;
  limit: number;
};

/**
 * A station's errors within the caller's scope, in groups: unresolved before resolved. When only unresolved errors are requested, those
 * waiting for triage come before those attached to an entry. Each group is sorted by time logged, most recent first.
 */
export async function selectErrors(
  db: Db,
  { scope, station, query }: { scope: Scope; station: string; query: ErrorQuery },
): Promise<StationError[]> {
  const { after = null, minute, afterError, limit } = query;
  const conditions = groupsOf(query.resolved);
  const isInMinute = minute === undefined ? ALWAYS : happenedIn(minute);
  // Each group is read from an index up to the limit. Sorting them together would read every error of the station.
  const groups = conditions.map(
    (condition, rank) => sql`(
      select ${columnsFor(scope)}, ${sql.lit(rank)} as rank from station_errors
      where station_name = ${station} and ${condition} and (${after}::timestamptz is null or time_logged >= ${after})
        and ${isInMinute} and ${afterError === undefined ? ALWAYS : comesAfter(rank)}
      order by time_logged desc, id desc limit ${limit})`,
  );
  const found = await sql<StationError>`
    with start as (
      select case ${sql.join(conditions.map(rankIf), sql` `)} end as rank, time_logged, id
      from station_errors where station_name = ${station} and id = ${afterError ?? null}
    )
    select ${COLUMNS}
    from (${sql.join(groups, sql` union all `)}) found
    where exists (select from stations where name = ${station} and ${isVisible(scope)})
    order by rank, time_logged desc, id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** The errors attached to an entry, unresolved first, then the most recently logged first; at most `limit`. */
export async function selectAttached(
  db: Db,
  { scope, entry, limit }: { scope: Scope; entry: number; limit: number },
): Promise<StationError[]> {
  const found = await sql<StationError>`
    select ${columnsFor(scope)} from station_errors
    where supportlog_entry_id = ${entry}
    order by (time_handled is not null), time_logged desc, id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** The errors attached to each of these entries, by entry id, in the same order; at most `limit` per entry. */
export async function selectAttachedOfEach(
  db: Db,
  { scope, entries, limit }: { scope: Scope; entries: readonly number[]; limit: number },
): Promise<StationError[]> {
  const found = await sql<StationError>`
    select attached.* from unnest(${entries}::bigint[]) with ordinality as requested(entry, position)
    cross join lateral (
      select ${columnsFor(scope)} from station_errors
      where supportlog_entry_id = requested.entry
        and exists (select from stations where name = station_name and ${isVisible(scope)})
      order by (time_handled is not null), time_logged desc, id desc limit ${limit}
    ) attached
    order by requested.position, (attached.time_handled is not null), attached.time_logged desc, attached.id desc`.execute(
    db,
  );
  return found.rows;
}

/** A station's errors with these ids, in no order. Ids of other stations' errors are ignored. */
export async function selectErrorsById(
  db: Db,
  { scope, station, ids }: { scope: Scope; station: string; ids: readonly number[] },
): Promise<StationError[]> {
  const found = await sql<StationError>`
    select ${columnsFor(scope)} from station_errors
    where station_name = ${station} and id = any(${ids}::bigint[]) limit ${ids.length}`.execute(db);
  return found.rows;
}

/** Whether all of these ids are errors of the station. */
export async function hasErrors(db: Db, station: string, ids: readonly number[]): Promise<boolean> {
  const found = await sql<{ known: boolean }>`
    select not exists (
      select from unnest(${ids}::bigint[]) as requested(id)
      where not exists (select from station_errors e where e.id = requested.id and e.station_name = ${station})
    ) as known`.execute(db);
  return found.rows[0]?.known === true;
}

/** Whether all of these ids are support log entries of the station. */
export async function hasEntries(db: Db, station: string, ids: readonly number[]): Promise<boolean> {
  const found = await sql<{ known: boolean }>`
    select not exists (
      select from unnest(${ids}::bigint[]) as requested(id)
      where not exists (select from support_log_entries e where e.id = requested.id and e.station_name = ${station})
    ) as known`.execute(db);
  return found.rows[0]?.known === true;
}

type Resolution = {
  scope: Scope;
  station: string;
  solutions: readonly { id: number; solution: string }[];
  by: string;
};

/** Resolves those of a station's errors that are unresolved, and returns them as the caller then sees them, in no order. */
export async function resolveErrors(tx: Db, { scope, station, solutions, by }: Resolution): Promise<StationError[]> {
  const requested = solutions.map(({ id, solution }) => ({ error: id, words: solution }));
  const found = await sql<StationError>`
    update station_errors set time_handled = now(), handled_by = ${by}, solution = words
    from json_to_recordset(${JSON.stringify(requested)}::json) as requested(error bigint, words text)
    where id = error and station_name = ${station} and time_handled is null
    returning ${columnsFor(scope)}`.execute(tx);
  return found.rows;
}

/**
 * Makes a station's errors unresolved that someone resolved with these solutions. Returns the groups of those, which may be resolved; errors that
 * were changed since are skipped.
 */
export async function unresolveErrors(
  tx: Db,
  station: string,
  { solutions, by }: { solutions: readonly { id: number; solution: string }[]; by: string },
): Promise<{ id: number; group: number | null }[]> {
  const requested = solutions.map(({ id, solution }) => ({ error: id, words: solution }));
  const found = await sql<{ id: number; group: number | null }>`
    update station_errors e set time_handled = null, handled_by = null, solution = null
    from json_to_recordset(${JSON.stringify(requested)}::json) as requested(error bigint, words text)
    where e.id = error and e.station_name = ${station} and e.handled_by = ${by} and e.solution = words
    returning e.id, (select f.group_id from error_fingerprints f where f.id = e.fingerprint_id) as group`.execute(tx);
  return found.rows;
}

/** Detaches a station's unresolved errors from entries, and returns how many were still attached to them. */
export async function detachErrors(tx: Db, station: string, attachments: readonly Attachment[]): Promise<number> {
  const found = await sql`
    update station_errors set supportlog_entry_id = null from ${asRows(attachments)}
    where id = error and station_name = ${station} and time_handled is null and supportlog_entry_id = entry`.execute(
    tx,
  );
  return Number(found.numAffectedRows);
}

type Attachment = { id: number; supportlog_entry_id: number };

/**
 * Attaches a station's unresolved errors to entries and returns the attached ones, in no order. An error that is already attached to
 * another entry is skipped; `selectAttachedElsewhere` finds it afterwards.
 */
export async function attachErrors(
  tx: Db,
  station: string,
  attachments: readonly Attachment[],
): Promise<StationError[]> {
  const found = await sql<StationError>`
    update station_errors set supportlog_entry_id = entry
    from ${asRows(attachments)}
    where id = error and station_name = ${station} and time_handled is null and supportlog_entry_id is null
    returning ${COLUMNS}`.execute(tx);
  return found.rows;
}

/** Unresolved errors that are attached to another entry than the requested one, with the id of that entry, by error id. */
export async function selectAttachedElsewhere(
  tx: Db,
  station: string,
  attachments: readonly Attachment[],
): Promise<Attachment[]> {
  const found = await sql<Attachment>`
    select id, supportlog_entry_id from station_errors
    join ${asRows(attachments)} on id = error
    where station_name = ${station} and time_handled is null and supportlog_entry_id <> entry
    order by id limit ${attachments.length}`.execute(tx);
  return found.rows;
}

function asRows(attachments: readonly Attachment[]): RawBuilder<unknown> {
  const requested = attachments.map(({ id, supportlog_entry_id: entry }) => ({ error: id, entry }));
  return sql`json_to_recordset(${JSON.stringify(requested)}::json) as requested(error bigint, entry bigint)`;
}

/**
 * Deletes up to 1,000 errors that were resolved before a time and are attached to no entry, oldest resolution first. Returns the number
 * deleted. Rows that another server is deleting are skipped, because for a moment two may do it.
 */
export async function deleteOldErrors(tx: Db, before: Timestamp): Promise<number> {
  const found = await sql<{ count: number }>`
    with removed as (
      delete from station_errors where id in (
        select id from station_errors
        where time_handled < ${before}::timestamptz and supportlog_entry_id is null
        order by time_handled, id limit 1000 for update skip locked
      ) returning id
    )
    select count(*) from removed`.execute(tx);
  return found.rows[0]?.count ?? 0;
}

function rankIf(condition: RawBuilder<boolean>, rank: number): RawBuilder<number> {
  return sql`when ${condition} then ${sql.lit(rank)}`;
}

/** The condition for errors after the one where the previous page ended, which may be in an earlier group. */
function comesAfter(rank: number): RawBuilder<boolean> {
  return sql`exists (
    select from start where start.rank < ${sql.lit(rank)} or start.rank = ${sql.lit(rank)}
      and (station_errors.time_logged, station_errors.id) < (start.time_logged, start.id))`;
}

/** The condition for errors of one minute: by the station's own time if it has one, else by the time logged, as in the history. */
function happenedIn(moment: Timestamp): RawBuilder<boolean> {
  const from = new Date(minuteOf(moment) * SECOND_MS).toISOString();
  // In the database, which has years after 9999.
  const to = sql`${from}::timestamptz + interval '1 minute'`;
  return sql`coalesce(occurred, time_logged) >= ${from} and coalesce(occurred, time_logged) < ${to}`;
}

function groupsOf(resolved: boolean | undefined): RawBuilder<boolean>[] {
  const isUnresolved = sql<boolean>`time_handled is null`;
  const isResolved = sql<boolean>`time_handled is not null`;
  if (resolved === undefined) return [isUnresolved, isResolved];
  if (resolved) return [isResolved];
  return [
    sql`time_handled is null and supportlog_entry_id is null`,
    sql`time_handled is null and supportlog_entry_id is not null`,
  ];
}

const COLUMNS = sql`id, job_id, job_type, time_logged, occurred, time_handled, error_message, solution,
  supportlog_entry_id`;

/** Only admins see the support log, so only they see which entry an error is attached to. */
function columnsFor({ admin }: Scope): RawBuilder<unknown> {
  const hidden = sql`id, job_id, job_type, time_logged, occurred, time_handled, error_message, solution,
    null::bigint as supportlog_entry_id`;
  return admin ? COLUMNS : hidden;
}

function isVisible({ orgId }: Scope): RawBuilder<boolean> {
  return sql<boolean>`(${orgId}::integer is null or org_id = ${orgId})`;
}
