import { sql } from "kysely";
import type { SharedDb } from "./connect.ts";

/**
 * For the readiness check: fails when the database cannot be reached or takes no writes (a standby, a full disk, a
 * session that is read-only). Writes back what one row of ours holds already.
 */
export async function checkWritable(db: SharedDb): Promise<void> {
  await sql`update migrations set applied = applied where name = (select min(name) from migrations)`.execute(db);
}
