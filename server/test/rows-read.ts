import { sql } from "kysely";
import { inTransaction, type Db } from "../src/platform/db/index.ts";

/** How many rows of tables the statements of `work` read, by scans and through indexes. */
export async function rowsRead(db: Db, work: (tx: Db) => Promise<unknown>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const before = await rowsReadLately(tx);
    await work(tx);
    return (await rowsReadLately(tx)) - before;
  });
}

/** PostgreSQL passes a connection's counts on once a second at most, so those of earlier transactions can be among them. */
async function rowsReadLately(tx: Db): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as rows from pg_stat_xact_user_tables`.execute(
    tx,
  );
  return rows[0]?.rows ?? 0;
}
