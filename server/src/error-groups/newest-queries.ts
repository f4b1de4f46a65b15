import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";

export const ALWAYS = sql`true`;
/** The condition for errors that are unresolved and attached to no entry. */
export const IS_OPEN = sql`time_handled is null and supportlog_entry_id is null`;

/** The ids of the fingerprints of groups; at most 1,000. */
export async function fingerprintIdsOf(db: Db, groups: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select id from error_fingerprints where group_id = any(${groups}::integer[]) order by id limit 1000`.execute(db);
  return found.rows.map(({ id }) => id);
}

/**
 * The newest errors of each fingerprint, to be sorted together by `time_logged` and `id`, which have to be among the columns. Each is read from
 * its index up to the limit: PostgreSQL knows how many errors a fingerprint has only if it is named.
 */
export function newestOf(
  fingerprints: readonly number[],
  { columns, condition, limit }: { columns: RawBuilder<unknown>; condition: RawBuilder<unknown>; limit: number },
): RawBuilder<unknown> {
  const named = fingerprints.length === 0 ? [0] : fingerprints;
  const each = named.map(
    (id) => sql`(
      select ${columns} from station_errors where fingerprint_id = ${sql.lit(id)} and ${condition}
      order by time_logged desc, id desc limit ${limit})`,
  );
  return sql`select * from (${sql.join(each, sql` union all `)}) newest`;
}
