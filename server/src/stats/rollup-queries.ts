import { DAY_MS, SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Level } from "./rollup-levels.ts";

/** A level with the end of its last span (ms) that can be rolled up. */
export type DueLevel = Level & { due: number };

type LevelRow = { span_s: number; begins: Timestamp; until: Timestamp; due: Timestamp };

/**
 * Spans are rolled up ten minutes after their end. A change in a transaction that began before then and is not committed yet is older than
 * nine minutes, and so marked as stale. The server's role sees its own transactions only, and no other one writes history.
 */
const DUE = sql`
  least(now(), (
    select min(xact_start) from pg_stat_activity where datname = current_database() and usename = current_user
  )) - interval '10 minutes'`;

/** The levels with their times by the database's clock, in no order; empty until `addLevels`. There are as many as spans. */
export async function selectLevels(db: Db): Promise<DueLevel[]> {
  return readLevels(db, sql`limit 3`);
}

/** The same, and no other transaction can write rollups until this one ends. */
export async function lockLevels(tx: Db): Promise<DueLevel[]> {
  return readLevels(tx, sql`limit 3 for update of history_span_levels`);
}

async function readLevels(db: Db, limit: RawBuilder<unknown>): Promise<DueLevel[]> {
  const found = await sql<LevelRow>`
    select span_s, begins, until, date_bin(make_interval(secs => span_s), due, 'epoch'::timestamptz) as due
    from history_span_levels cross join (select ${DUE} as due offset 0) clock
    order by span_s ${limit}`.execute(db);
  return found.rows.map(({ span_s, begins, until, due }) => ({
    spanMs: span_s * SECOND_MS,
    begins: Date.parse(begins),
    until: Date.parse(until),
    due: Date.parse(due),
  }));
}

/**
 * Adds the levels that are missing, without any spans yet. Each begins with the day of the oldest point, or as many days ago as its spans are
 * stored. Adds none while there is no history. Marks of changes before the first level are removed, since those are in no span.
 */
export async function addLevels(
  db: Db,
  levels: readonly { spanMs: number; storedDays: number | null }[],
): Promise<void> {
  const given = levels.map(({ spanMs, storedDays }) => ({ span_s: spanMs / SECOND_MS, stored_days: storedDays }));
  await sql`
    with oldest as (
      select min(first) as minute from stations cross join lateral (
        select minute as first from station_history where station_name = name order by minute limit 1
      ) own
    ), added as (
      insert into history_span_levels (span_s, begins, until)
      select span_s, begins, begins from oldest
        cross join json_to_recordset(${JSON.stringify(given)}::json) as level(span_s integer, stored_days integer)
        cross join lateral (
          select date_trunc('day', greatest(oldest.minute, now() - make_interval(days => stored_days))) as begins
        ) level_begins
      where oldest.minute is not null
      on conflict (span_s) do nothing
      returning span_s
    )
    delete from station_history_changed
    where exists (select from added) and not exists (select from history_span_levels)
      and station_name in (select station_name from station_history_changed for update skip locked)`.execute(db);
}

/** Whether these stations together have more points in a range (ms) than a limit. Reads no more than that. */
export async function hasMorePoints(
  db: Db,
  names: readonly string[],
  { start, end, limit }: { start: number; end: number; limit: number },
): Promise<boolean> {
  const found = await sql<{ more: boolean }>`
    select count(*) > ${limit} as more from (
      select from unnest(${names}::text[]) n(name) cross join lateral (
        select from station_history
        where station_name = n.name and minute >= ${iso(start)}::timestamptz and minute < ${iso(end)}::timestamptz
        offset 0
      ) points
      limit ${limit} + 1
    ) counted`.execute(db);
  return found.rows[0]?.more ?? false;
}

/** Names of the next stations after a name. */
export async function namesAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("stations")
    .select("name")
    .where("name", ">", after)
    .orderBy("name")
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

/** Stores until when (ms) the spans of a level are complete; never moves it back. */
export async function recordRolledUp(db: Db, spanMs: number, until: number): Promise<void> {
  await sql`
    update history_span_levels set until = greatest(until, ${iso(until)}::timestamptz)
    where span_s = ${spanMs / SECOND_MS}`.execute(db);
}

/** Stores from when on (ms) the spans of a level are complete; never moves it back. */
export async function recordRemoved(db: Db, spanMs: number, begins: number): Promise<void> {
  await sql`
    update history_span_levels set begins = greatest(begins, ${iso(begins)}::timestamptz)
    where span_s = ${spanMs / SECOND_MS}`.execute(db);
}

/** Forgets the spans shorter than a day, which no backup contains. They are made again. */
export async function forgetSpans(db: Db): Promise<void> {
  await sql`delete from history_span_levels where span_s < ${sql.lit(DAY_MS / SECOND_MS)}`.execute(db);
}

/** A station whose rollups are stale from a time on (ms), and the transaction that last changed its history. */
export type StaleMark = { station_name: string; since: number; changed_xid: string };

/** The transactions that have ended have ids below this one. */
export async function nextTransaction(db: Db): Promise<string> {
  const found = await sql<{ xid: string }>`select pg_snapshot_xmax(pg_current_snapshot()) as xid`.execute(db);
  return found.rows[0]?.xid ?? "0";
}

/**
 * The marks of transactions before `xid` with the oldest changes, so many that at most `days` days of stations are stale, but at least one.
 */
export async function selectStale(
  db: Db,
  { xid, days, limit }: { xid: string; days: number; limit: number },
): Promise<StaleMark[]> {
  const found = await sql<StaleMark & { since: Timestamp }>`
    select station_name, since, changed_xid from (
      select station_name, since, changed_xid,
        sum(extract(epoch from now() - since) * 1000 / ${sql.lit(DAY_MS)} + 1) over (order by since, station_name) as days,
        row_number() over (order by since, station_name) as nth
      from (
        select station_name, since, changed_xid from station_history_changed
        where changed_xid < ${xid}::xid8 order by since, station_name limit ${limit}
      ) oldest
    ) counted
    where nth = 1 or days <= ${days}
    order by since, station_name limit ${limit}`.execute(db);
  return found.rows.map(({ station_name, since, changed_xid }) => ({
    station_name,
    since: Date.parse(since),
    changed_xid,
  }));
}

/** Removes marks, except where history was changed again after they were read, or is being changed now. */
export async function deleteStale(tx: Db, marks: readonly StaleMark[]): Promise<void> {
  const given = marks.map(({ station_name, changed_xid }) => ({ station_name, changed_xid }));
  await sql`
    delete from station_history_changed where station_name in (
      select stale.station_name
      from station_history_changed stale
        join json_to_recordset(${JSON.stringify(given)}::json) as m(station_name text, changed_xid text)
          on stale.station_name = m.station_name and stale.changed_xid = m.changed_xid::xid8
      for update of stale skip locked
    )`.execute(tx);
}

function iso(time: number): Timestamp {
  return new Date(time).toISOString();
}
