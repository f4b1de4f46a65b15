import { listBackups } from "@groundcrew/shared/backups";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { FastifyInstance } from "fastify";
import type { SharedDb } from "../platform/db/index.ts";
import { answer, route } from "../platform/http/index.ts";
import { selectBackups } from "./backup-queries.ts";
import { nextBackup } from "./schedule.ts";
import { lastScheduled, type BackupSettings } from "./scheduled-backups.ts";

type BackupRoutes = {
  db: SharedDb;
  backup: { passphrase: string | null; schedule: BackupSettings | null };
  now: () => number;
};

/** The backups of this installation, for admins. */
export function backupRoutes(app: FastifyInstance, { db, backup, now }: BackupRoutes): void {
  route(app, listBackups, async () => {
    const { schedule, passphrase } = backup;
    const backups = await selectBackups(db);
    if (schedule === null) return answer(200, { schedule: null, next: null, backups });
    const { folder, everyMs, timeOfDayMs, keep } = schedule;
    const next = Math.max(now(), nextBackup(schedule, await lastScheduled(db)));
    return answer(200, {
      schedule: {
        folder,
        every_minutes: everyMs / MINUTE_MS,
        time: new Date(timeOfDayMs).toISOString().slice(11, 16),
        keep,
        is_encrypted: passphrase !== null,
      },
      next: new Date(next).toISOString(),
      backups,
    });
  });
}
