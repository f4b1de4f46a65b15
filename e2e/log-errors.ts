import type { Db } from "@groundcrew/server/db";
import { MINUTE_MS } from "@groundcrew/shared/lib";

/** As many rows as one statement takes. */
const BATCH = 1_000;

/** Logs errors of a station, a minute apart, the newest now: `Fault 1`, `Fault 2` and so on back in time. */
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
