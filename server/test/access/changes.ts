import { sql } from "kysely";
import type { TestServer } from "./test-server.ts";

/** The last change to a row of any table; null when nothing has changed since `recordChanges`. */
export type LastChange = { id: string; table: string } | null;

/**
 * Tables that record requests whether or not they succeed: failed logins, wrong codes, calls that are limited, when a session was last used, and the
 * audit of what was refused.
 */
const RECORDS = [
  "throttles",
  "channel_tests",
  "device_tests",
  "step_failures",
  "sessions",
  "audit_entries",
  "audit_chain",
  "audit_chain_ends",
];

/** Records each row that is added, changed or removed from now on. A change that is rolled back is none. Returns a function that reads the last one. */
export async function recordChanges({
  asOwner,
  db,
}: Pick<TestServer, "asOwner" | "db">): Promise<() => Promise<LastChange>> {
  await asOwner(
    sql`create table recorded_changes (id bigint generated always as identity primary key, "table" text not null)`,
  );
  await asOwner(sql`
    create function record_change() returns trigger language plpgsql security definer as $$
    begin
      insert into public.recorded_changes ("table") values (tg_table_name);
      return null;
    end $$`);
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'recorded_changes'
      and table_name <> all(${RECORDS}::text[])`.execute(db);
  for (const { table } of rows) {
    await asOwner(sql`
      create trigger record_change after insert or update or delete on ${sql.table(table)}
      for each row execute function record_change()`);
  }
  await asOwner(sql`grant select on recorded_changes to public`);
  const last = sql<{ id: string; table: string }>`select id, "table" from recorded_changes order by id desc limit 1`;
  return async () => (await last.execute(db)).rows[0] ?? null;
}
