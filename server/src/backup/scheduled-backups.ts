import { join } from "node:path";
import type { Backup } from "@groundcrew/shared/backups";
import { MINUTE_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { Counter } from "prom-client";
import type { SharedDb } from "../platform/db/index.ts";
import { makeFolders, repeat, type Part } from "../platform/lib/index.ts";
import { backupName, removeOldBackups, removePartial } from "./backup-folder.ts";
import { findLastScheduled, insertBackup, selectScheduledFiles } from "./backup-queries.ts";
import { nextBackup, type LastBackup, type Schedule } from "./schedule.ts";
import { writeBackup, type BackupOptions } from "./write-backup.ts";

/** Where and how often backups are made, and how many are kept. */
export type BackupSettings = Schedule & { folder: string; keep: number };

type ScheduledBackups = {
  settings: BackupSettings;
  /** The data to back up, and the options of the backup. */
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
  return repeat(backUpWhenDue(options), { everyMs: MINUTE_MS, failure, log: options.log });
}

/** Makes a backup if one is due, each time it is called. A failed attempt is recorded, and rejects. */
export function backUpWhenDue({ settings, source, db, now, log }: ScheduledBackups) {
  const { folder, keep } = settings;
  // While it cannot be recorded, no other backup is made: each would be one more that nothing deletes.
  let unrecorded: Backup | null = null;

  return async (signal: AbortSignal): Promise<void> => {
    if (unrecorded === null) {
      if (nextBackup(settings, await lastScheduled(db)) > now()) return;
      unrecorded = await backUp(signal);
      if (unrecorded === null) return;
    }
    await insertBackup(db, unrecorded);
    const { file, bytes, taken } = unrecorded;
    unrecorded = null;
    const removed = await removeOldBackups(folder, { known: new Set(await selectScheduledFiles(db)), keep });
    log.info({ file, bytes, removed, durationMs: now() - Date.parse(taken) }, "a scheduled backup is complete");
  };

  /** Null if the server stops, which leaves the backup to the next one. */
  async function backUp(signal: AbortSignal): Promise<Backup | null> {
    const began = now();
    const file = join(folder, backupName(began));
    const resultOf = (result: Pick<Backup, "bytes" | "failure">): Backup => {
      return { taken: textOf(began), finished: textOf(now()), file, is_scheduled: true, ...result };
    };
    try {
      makeFolders(folder);
      await removePartial(folder);
      const { bytes } = await writeBackup({ ...source, file, signal });
      made.inc({ outcome: "complete" });
      return resultOf({ bytes, failure: null });
    } catch (error) {
      if (signal.aborted) return null;
      made.inc({ outcome: "failed" });
      const failure = error instanceof Error ? error.message : String(error);
      await insertBackup(db, resultOf({ bytes: null, failure })).catch((err: unknown) =>
        log.warn({ err, file }, "the failure of a scheduled backup could not be recorded"),
      );
      throw error;
    }
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
