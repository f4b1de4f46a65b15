import { sql } from "kysely";
import type { Db } from "../src/platform/db/index.ts";

/** Adds rows, which all have the same columns. */
export async function addRows(db: Db, table: string, rows: readonly object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    db,
  );
}

/** Replaces the sums of attempts by those of all days and hours, as decisions write them. */
export async function addTotals(db: Db): Promise<void> {
  await sql`delete from swap_totals`.execute(db);
  await sql`delete from swap_thirds`.execute(db);
  await sql`
    insert into swap_thirds (station_name, third, firmware, org_id, station_type, succeeded, with_errors, failed, maintenance)
    select station_name, month_third(day), firmware, org_id, min(station_type), sum(succeeded), sum(with_errors), sum(failed), sum(maintenance)
    from swap_days group by 1, 2, 3, 4`.execute(db);
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

type OnlineDay = { station_name: string; day: string; org_id: number; link_s: number };

/** Adds days in which stations were online for some seconds. */
export async function addOnlineDays(db: Db, days: readonly OnlineDay[]): Promise<void> {
  const none = { ready_s: 0, limited_s: 0, not_ready_s: 0, unknown_s: 0, maintenance_s: 0, not_recorded_s: 0 };
  const rest = { uncounted_s: 0, outages: 0, outage_s: 0, longest_s: 0, open_s: 0, continued: false };
  const causes = { lost_ids: [], lost_s: [], limited_ids: [], limited_cause_s: [] };
  await addRows(
    db,
    "readiness_days",
    days.map((day) => Object.assign({}, none, rest, causes, day)),
  );
  await sql`
    insert into readiness_day_sums (day, org_id, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s, not_recorded_s,
      uncounted_s, link_s, outages, outage_s, longest_s, continued)
    select day, org_id, 0, 0, 0, 0, 0, 0, 0, sum(link_s), 0, 0, 0, 0 from readiness_days group by day, org_id`.execute(
    db,
  );
}
