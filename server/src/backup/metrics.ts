import { SECOND_MS } from "@groundcrew/shared/lib";
import { Gauge } from "prom-client";
import type { SharedDb } from "../platform/db/index.ts";
import { metricValue, type Part } from "../platform/lib/index.ts";
import { findNewestBackup } from "./backup-queries.ts";
import type { Schedule } from "./schedule.ts";

type Watched = { db: SharedDb; schedule: Schedule | null; now: () => number };

const databases = new Set<Watched>();

/** Includes the backups of a database in the metrics until it is stopped. */
export function watchBackups(database: Watched): Part {
  databases.add(database);
  return { stop: async () => void databases.delete(database) };
}

type Newest = Awaited<ReturnType<typeof findNewestBackup>> | "unknown";

/** The newest backup; null if there is none, unknown while the database is unavailable. */
async function newestOf(db: SharedDb): Promise<Newest> {
  return metricValue<Newest>(() => findNewestBackup(db), "unknown");
}

const age: Gauge = new Gauge({
  name: "groundcrew_backup_age_seconds",
  help: "Age of the newest complete backup that any server or the backup command made; +Inf if there is none, NaN while the database is unavailable.",
  async collect() {
    age.reset();
    for (const { db, now } of databases) {
      const newest = await newestOf(db);
      if (newest === "unknown") age.set(NaN);
      else age.set(newest ? (now() - Date.parse(newest.taken)) / SECOND_MS : Infinity);
    }
  },
});

const size: Gauge = new Gauge({
  name: "groundcrew_backup_size_bytes",
  help: "Size of that backup.",
  async collect() {
    size.reset();
    for (const { db } of databases) {
      const newest = await newestOf(db);
      size.set(newest === "unknown" || !newest ? NaN : newest.bytes);
    }
  },
});

const interval: Gauge = new Gauge({
  name: "groundcrew_backup_interval_seconds",
  help: "How often this server makes backups if it does the regular work; nothing without BACKUP_DIR.",
  collect() {
    interval.reset();
    for (const { schedule } of databases) if (schedule) interval.set(schedule.everyMs / SECOND_MS);
  },
});
