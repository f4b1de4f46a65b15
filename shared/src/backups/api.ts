import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { timestamp } from "../lib/index.ts";

/**
 * A backup of the installation, or an attempt that failed. `taken` is the moment whose contents a complete one has. `bytes` is null and
 * `failure` a sentence if it failed. The file may have been moved or deleted since.
 */
export const backup = z.object({
  taken: timestamp,
  finished: timestamp,
  file: z.string(),
  bytes: z.int().nonnegative().nullable(),
  failure: z.string().nullable(),
  /** Whether the server made it by itself, rather than the backup command. */
  is_scheduled: z.boolean(),
});
export type Backup = z.output<typeof backup>;

/** When the server makes backups by itself: every so many minutes, counted from a time of day in UTC. It keeps the newest `keep`. */
export const backupSchedule = z.object({
  folder: z.string(),
  every_minutes: z.int().positive(),
  time: z.string().regex(/^\d{2}:\d{2}$/),
  keep: z.int().positive(),
  is_encrypted: z.boolean(),
});
export type BackupSchedule = z.output<typeof backupSchedule>;

/** The schedule of the server that answers and when the next backup is due, both null without a schedule, and the last backups. */
export const backupOverview = z.object({
  schedule: backupSchedule.nullable(),
  next: timestamp.nullable(),
  backups: z.array(backup),
});
export type BackupOverview = z.output<typeof backupOverview>;

export const listBackups = endpoint({
  name: "listBackups",
  summary:
    "The schedule of backups of the server that answers, when the next one is due (both null without a schedule), and the last backups, most recently finished first; at most 50.",
  method: "GET",
  path: "/api/backups",
  access: "admin",
  keyScope: null,
  replies: { 200: backupOverview },
});
