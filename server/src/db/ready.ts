import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * For the readiness check: fails when the database cannot be reached or written. Writes a message to the write-ahead
 * log that nobody reads, which a standby or a read-only session refuses, and leaves no row behind.
 */
export async function checkWritable(db: Db): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'groundcrew', 'ready')`.execute(db);
}
