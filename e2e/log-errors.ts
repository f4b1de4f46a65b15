import type { Db } from "@groundcrew/server/platform/db";
import { MINUTE_MS } from "@groundcrew/shared/lib";

/** Rows per insert statement. */
const BATCH = 1_000;

/** Logs errors of a station one minute apart, newest first: `Fault 1` is logged now, `Fault 2` a minute ago, and so on. */
export async function logErrors(db: Db, station_name: string, count: number): Promise<void> {
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, nth) => ({
    station_name,
    job_type: "swap_drone",
    job_id: (nth + 1).toString(16),
    error_message: `Fault ${nth + 1}`,
    time_logged: new Date(now - nth * MINUTE_MS).toISOString(),
  }));
  for (let at = 0; at < count; at += BATCH) {
    await db
      .insertInto("station_errors")
      .values(rows.slice(at, at + BATCH))
      .execute();
  }
}
