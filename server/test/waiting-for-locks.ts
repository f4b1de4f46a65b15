import { sql } from "kysely";
import type { SharedDb } from "../src/platform/db/index.ts";

/** How many connections to the database wait for locks. */
export async function waitingForLocks(db: SharedDb): Promise<number> {
  const found = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  );
  return found.rows[0]?.waiting ?? 0;
}
