import { sql } from "kysely";
import type { SharedDb } from "./connect.ts";

/**
 * For the readiness check: rejects when the database is unreachable or does not accept writes (a standby, a full disk, a read-only
 * session). Rewrites one row without changing it.
 */
export async function checkWritable(db: SharedDb): Promise<void> {
  await sql`update migrations set applied = applied where name = (select min(name) from migrations)`.execute(db);
}
