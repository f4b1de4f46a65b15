import { SECOND_MS } from "@groundcrew/shared/lib";
import type { SharedDb } from "../platform/db/index.ts";
import { gaugesOf, metricValue } from "../platform/lib/index.ts";
import { findNewestBackup } from "./backup-queries.ts";
import type { Schedule } from "./schedule.ts";

const databases = gaugesOf<{ db: SharedDb; schedule: Schedule | null; now: () => number }>();

type Newest = Awaited<ReturnType<typeof findNewestBackup>> | "unknown";

/** The newest backup; null if there is none, unknown while the database is unavailable. */
async function newestOf(db: SharedDb): Promise<Newest> {
  return metricValue<Newest>(() => findNewestBackup(db), "unknown");
}

databases.add(
  {
    name: "groundcrew_backup_age_seconds",
    help: "Age of the newest complete backup that any server or the backup command made; +Inf if there is none, NaN while the database is unavailable.",
  },
  async (age, { db, now }) => {
    const newest = await newestOf(db);
    if (newest === "unknown") age.set(NaN);
    else age.set(newest ? (now() - Date.parse(newest.taken)) / SECOND_MS : Infinity);
  },
);

databases.add({ name: "groundcrew_backup_size_bytes", help: "Size of that backup." }, async (size, { db }) => {
  const newest = await newestOf(db);
  size.set(newest === "unknown" || !newest ? NaN : newest.bytes);
});

databases.add(
  {
    name: "groundcrew_backup_interval_seconds",
    help: "How often this server makes backups if it does the regular work; nothing without BACKUP_DIR.",
  },
  (interval, { schedule }) => void (schedule && interval.set(schedule.everyMs / SECOND_MS)),
);

/** Includes the backups of a database in the metrics until it is stopped. */
export const watchBackups = databases.watch;
