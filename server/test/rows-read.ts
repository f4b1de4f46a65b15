import { sql } from "kysely";
import { inTransaction, type Db } from "../src/db/index.ts";

/** How many rows of tables the statements of `work` read, by scans and through indexes. */
export async function rowsRead(db: Db, work: (tx: Db) => Promise<unknown>): Promise<number> {
  return inTransaction(db, async (tx) => {
    await work(tx);
    const { rows } = await sql<{ rows: number }>`
      select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as rows from pg_stat_xact_user_tables`.execute(
      tx,
    );
    return rows[0]?.rows ?? 0;
  });
}
