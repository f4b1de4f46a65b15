import type { Backup } from "@groundcrew/shared/backups";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { SharedDb } from "../platform/db/index.ts";

const LISTED = 50;
/** How many backups and failures are recorded: more than are kept. */
const STORED = 5_000;

/**
 * Records a backup or a failed attempt, and removes the oldest ones. Does nothing in a database of an earlier version, which can be backed
 * up before it is migrated.
 */
export async function insertBackup(db: SharedDb, made: Backup): Promise<void> {
  const found = await sql<{ exists: boolean }>`select to_regclass('backups') is not null as exists`.execute(db);
  if (found.rows[0]?.exists !== true) return;
  const { taken, finished, file, bytes, failure, is_scheduled } = made;
  await sql`
    insert into backups (taken, finished, file, bytes, failure, is_scheduled)
    values (${taken}, ${finished}, ${file}, ${bytes}, ${failure}, ${is_scheduled})`.execute(db);
  await sql`
    delete from backups where id in (
      select id from backups order by finished desc, id desc offset ${STORED})`.execute(db);
}

/** The last backups and failed attempts, most recently finished first; at most 50. */
export async function selectBackups(db: SharedDb): Promise<Backup[]> {
  const found = await sql<Backup>`
    select taken, finished, file, bytes, failure, is_scheduled from backups
    order by finished desc, id desc limit ${LISTED}`.execute(db);
  return found.rows;
}

/** The newest complete backup; undefined if there is none. */
export async function findNewestBackup(db: SharedDb): Promise<{ taken: Timestamp; bytes: number } | undefined> {
  const found = await sql<{ taken: Timestamp; bytes: number }>`
    select taken, bytes from backups where failure is null order by taken desc, id desc limit 1`.execute(db);
  return found.rows[0];
}

/** The files of all complete scheduled backups that are recorded, newest first. */
export async function selectScheduledFiles(db: SharedDb): Promise<string[]> {
  const found = await sql<{ file: string }>`
    select file from backups where is_scheduled and failure is null
    order by finished desc, id desc limit ${STORED}`.execute(db);
  return found.rows.map(({ file }) => file);
}

/** When the last complete scheduled backup was taken, and when the last attempt since failed; null for none. */
export async function findLastScheduled(
  db: SharedDb,
): Promise<{ taken: Timestamp | null; failed: Timestamp | null } | undefined> {
  const found = await sql<{ taken: Timestamp | null; failed: Timestamp | null }>`
    with last as (select max(taken) as taken from backups where is_scheduled and failure is null)
    select taken, (
      select max(finished) from backups where is_scheduled and failure is not null and finished > coalesce(last.taken, '-infinity')
    ) as failed
    from last`.execute(db);
  return found.rows[0];
}
