import { sql } from "kysely";
import type { SharedDb } from "../db/index.ts";

/** The time by the database's clock, in ms since 1970. */
export async function selectTimeMs(db: SharedDb): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db);
  if (!rows[0]) throw new Error("The database returned no time.");
  return rows[0].at;
}
