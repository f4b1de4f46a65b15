import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type SharedDb } from "@groundcrew/server/platform/db";
import { connectForCopy } from "@groundcrew/server/platform/db/connect";
import { sql } from "kysely";

const LINE_BYTES = 1_000;
const LINES_AT_ONCE = 10_000;

/** Bytes of a database's tables, without their indexes. */
export async function tableBytes(db: SharedDb): Promise<number> {
  const found = await sql<{ bytes: number }>`
    select sum(pg_table_size(oid))::bigint as bytes from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db);
  return found.rows[0]?.bytes ?? 0;
}

/** The limit for filling a new database: seconds to initialize one, and to copy this many bytes into one table without an index. */
export async function secondsToCopy(bytes: number): Promise<number> {
  const folder = join(tmpdir(), `groundcrew-bench-${randomUUID()}`);
  const lines = Buffer.from(`${"x".repeat(LINE_BYTES - 1)}\n`.repeat(LINES_AT_ONCE));
  const startMs = performance.now();
  const database = await openDatabase({ url: null, dataDir: folder, log: console.log });
  try {
    const { db, copyIn } = connectForCopy(database.ownerUrl);
    await sql`create table copied (text text)`.execute(db);
    for (let copied = 0; copied < bytes; copied += lines.length) await copyIn("copy copied from stdin", lines);
    const seconds = (performance.now() - startMs) / 1_000;
    await db.destroy();
    return seconds;
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
