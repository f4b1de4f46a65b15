import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

/** Tables with counts of fingerprints. */
const COUNTS = [
  "error_fingerprint_stations",
  "error_fingerprint_hours",
  "error_fingerprint_days",
  "error_fingerprint_firmwares",
] as const;

/**
 * Fingerprints of groups that are resolved and had their last error before a time, of which no error is kept; by id. A fingerprint that was
 * split stays as long as its parts.
 */
export async function selectUnusedFingerprints(tx: Db, before: Timestamp, limit: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select f.id from error_groups g join error_fingerprints f on f.group_id = g.id
    where g.state = 'resolved' and g.last_seen < ${before}::timestamptz
      and not exists (select from station_errors e where e.fingerprint_id = f.id)
      and not exists (select from error_fingerprints part where part.split_from = f.id)
    order by f.id limit ${limit}`.execute(tx);
  return found.rows.map(({ id }) => id);
}

/** Deletes fingerprints with their counts. */
export async function deleteUnusedFingerprints(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const table of COUNTS) await sql`delete from ${sql.table(table)} where fingerprint_id = any(${ids})`.execute(tx);
  await sql`delete from error_fingerprints where id = any(${ids})`.execute(tx);
}

/**
 * Deletes groups whose last error was before a time, to which no fingerprint belongs any more and into which no group was merged, with their
 * history; returns how many. Those that were merged are deleted before the group that they were merged into.
 */
export async function deleteEmptyGroups(tx: Db, before: Timestamp, limit: number): Promise<number> {
  const found = await sql<{ id: number }>`
    select g.id from error_groups g
    where g.last_seen < ${before}::timestamptz
      and not exists (select from error_fingerprints f where f.group_id = g.id or f.home_group_id = g.id)
      and not exists (select from error_groups merged where merged.merged_into = g.id)
      and not exists (select from error_resolutions r where r.group_id = g.id and r.ended is null)
    order by g.id limit ${limit}`.execute(tx);
  const ids = found.rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  for (const table of ["error_group_history", "error_resolutions"] as const)
    await sql`delete from ${sql.table(table)} where group_id = any(${ids})`.execute(tx);
  await sql`delete from error_groups where id = any(${ids})`.execute(tx);
  return ids.length;
}
