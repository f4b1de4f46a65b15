import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";

/** True for rows of stations that are not mocked; those that are mocked are in no report. */
export const notMocked = sql`(station_name in (select name from stations where not actual)) is not true`;

/** Until the transaction ends, no station becomes mocked or a real one, which changes sums of stations. Locked before those are added to. */
export async function lockSums(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('sums of stations', 0))`.execute(tx);
}
