import { sql } from "kysely";
import type { Db } from "../../src/db/index.ts";

/** A mark for each table, which changes whenever a row is added, changed or removed. */
export type Marks = Readonly<Record<string, string>>;

/** Tables that record requests whether or not they succeed: failed logins, and when a session was last used. */
const NOTES = new Set(["throttles", "sessions"]);

/** Reads the marks of every table of a database at once. */
export async function marksOf(db: Db): Promise<() => Promise<Marks>> {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db);
  const tables = rows.map(({ table }) => table).filter((table) => !NOTES.has(table));
  const each = tables.map(
    // A changed row has a new version, written by a later transaction.
    (table) => sql`select ${table}::text as name, count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as mark
      from ${sql.table(table)}`,
  );
  const all = sql<{ name: string; mark: string }>`${sql.join(each, sql` union all `)}`;
  return async () => {
    const { rows } = await all.execute(db);
    return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]));
  };
}
