import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../src/platform/db/index.ts";

/**
 * Number and checksum of the rows of every table, computed by PostgreSQL. Without ids of transactions, which have a meaning only in the
 * database server that gave them out, and without what a restore adds: itself, and its entry in the audit log, with
 * which the chain of hashes goes on. Spans of history shorter than a day are made again.
 */
export async function contentsOf(db: Db): Promise<Record<string, { rows: number; checksum: string }>> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and not relispartition
      and relname not in ('migrations', 'restores', 'audit_chain_ends', 'history_span_levels')
    order by relname`.execute(db);
  const contents: Record<string, { rows: number; checksum: string }> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ text: string }>`
      select (to_jsonb(t) - 'changed_xid')::text as text from ${sql.id(name)} t
      where coalesce(to_jsonb(t) ->> 'action', '') <> 'restoreBackup' and (${name} <> 'audit_chain' or not exists (
        select from audit_entries e where e.id::text = to_jsonb(t) ->> 'entry_id' and e.action = 'restoreBackup'
      ))
      order by (to_jsonb(t) - 'changed_xid')::text collate "C"`.execute(db);
    const hash = createHash("sha256");
    for (const { text } of rows) hash.update(`${text}\n`);
    contents[name] = { rows: rows.length, checksum: hash.digest("hex") };
  }
  return contents;
}
