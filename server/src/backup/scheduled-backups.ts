import { join } from "node:path";
import type { Backup } from "@groundcrew/shared/backups";
import { MINUTE_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { Counter } from "prom-client";
import type { SharedDb } from "../db/index.ts";
import { makeFolders, repeat, type Part } from "../lib/index.ts";
import { backupName, removeOldBackups, removePartial } from "./backup-folder.ts";
import { findLastScheduled, insertBackup, selectScheduledFiles } from "./backup-queries.ts";
import { nextBackup, type LastBackup, type Schedule } from "./schedule.ts";
import { writeBackup, type BackupOptions } from "./write-backup.ts";

/** Where and how often backups are made, and how many are kept. */
export type BackupSettings = Schedule & { folder: string; keep: number };

type ScheduledBackups = {
  settings: BackupSettings;
  /** What is backed up, and how. */
  source: Omit<BackupOptions, "file" | "signal">;
  db: SharedDb;
  now: () => number;
  log: Logger;
};

const made = new Counter({
  name: "groundcrew_backups_total",
  help: "Scheduled backups that this server made, by outcome: complete, failed.",
  labelNames: ["outcome"],
});

/** Makes backups by a schedule, and deletes old ones. For one of the servers. */
export function startScheduledBackups(options: ScheduledBackups): Part {
  const failure = "the scheduled backup could not be made";
  return repeat((signal) => backUpIfDue(options, signal), { everyMs: MINUTE_MS, failure, log: options.log });
}

/** Makes a backup if one is due. A failed attempt is recorded, and rejects. */
export async function backUpIfDue(options: ScheduledBackups, signal: AbortSignal): Promise<void> {
  const { settings, source, db, now, log } = options;
  if (nextBackup(settings, await lastScheduled(db)) > now()) return;
  const { folder, keep } = settings;
  const began = now();
  const file = join(folder, backupName(began));
  const record = (result: Pick<Backup, "bytes" | "failure">) =>
    insertBackup(db, { taken: textOf(began), finished: textOf(now()), file, is_scheduled: true, ...result });
  try {
    makeFolders(folder);
    await removePartial(folder);
    const { bytes } = await writeBackup({ ...source, file, signal });
    await record({ bytes, failure: null });
    made.inc({ outcome: "complete" });
    const removed = await removeOldBackups(folder, { known: new Set(await selectScheduledFiles(db)), keep });
    log.info({ file, bytes, removed, durationMs: now() - began }, "a scheduled backup is complete");
  } catch (error) {
    // A server that stops leaves the backup to the next one.
    if (signal.aborted) return;
    made.inc({ outcome: "failed" });
    await record({ bytes: null, failure: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

function textOf(atMs: number): Timestamp {
  return new Date(atMs).toISOString();
}

/** The last scheduled backup of any server. */
export async function lastScheduled(db: SharedDb): Promise<LastBackup> {
  const { taken = null, failed = null } = (await findLastScheduled(db)) ?? {};
  const msOf = (time: Timestamp | null) => (time === null ? null : Date.parse(time));
  return { takenMs: msOf(taken), failedMs: msOf(failed) };
}
