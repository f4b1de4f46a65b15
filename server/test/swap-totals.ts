import { sql } from "kysely";
import type { Db } from "../src/platform/db/index.ts";

/** Replaces the totals of attempts by those of all stations, as decisions write them. */
export async function addTotals(db: Db): Promise<void> {
  await sql`delete from swap_totals`.execute(db);
  for (const [byHour, table, start] of [
    [false, sql`swap_days`, sql`day::timestamp at time zone 'utc'`],
    [true, sql`swap_hours`, sql`hour`],
  ] as const) {
    await sql`
      insert into swap_totals (by_hour, start, org_id, station_type, firmware, succeeded, with_errors, failed, maintenance)
      select ${byHour}::boolean, ${start}, org_id, station_type, firmware, sum(succeeded), sum(with_errors), sum(failed), sum(maintenance)
      from ${table} group by 1, 2, 3, 4, 5`.execute(db);
  }
}
