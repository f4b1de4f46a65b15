import { existsSync } from "node:fs";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import type { Finding } from "@groundcrew/shared/system";
import { backupsIn, timeInName } from "../backup/index.ts";
import type { Config } from "../platform/config/index.ts";
import type { Found } from "./check-database.ts";
import { isWritable } from "./check-disk.ts";

const about = "backups";
/** Without a schedule, a backup that is older than this is worth a note. */
const OLD_MS = 7 * DAY_MS;

/** The folder of backups, and the age of the newest one that the database or the folder knows. */
export async function checkBackups({ backup: { schedule } }: Config, found: Found): Promise<Finding[]> {
  if (schedule !== null && existsSync(schedule.folder) && !isWritable(schedule.folder)) {
    const sentence = `This user may not write to ${schedule.folder}. Choose another BACKUP_DIR, or start as its owner.`;
    return [{ about, state: "problem", sentence }];
  }
  const inFolder = schedule === null ? [] : await backupsIn(schedule.folder);
  const recorded = found !== null && "facts" in found ? found.facts.newestBackup : null;
  const times = [recorded, ...inFolder.map(timeInName)].filter((time) => time !== null);
  const plan = schedule === null ? "Set BACKUP_DIR for regular ones." : "The server makes one when it runs.";
  if (times.length === 0) return [{ about, state: "note", sentence: `There is none. ${plan}` }];
  const ageMs = Date.now() - Math.max(...times);
  const sentence = `The newest one was made ${ageText(ageMs)} ago.`;
  if (schedule === null) return [{ about, state: ageMs > OLD_MS ? "note" : "ok", sentence: `${sentence} ${plan}` }];
  if (ageMs <= 2 * schedule.everyMs) return [{ about, state: "ok", sentence }];
  const advice = `It should be at most ${ageText(schedule.everyMs)} old. Manage, Backups says why the last one failed.`;
  return [{ about, state: "problem", sentence: `${sentence} ${advice}` }];
}

function ageText(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`;
  if (ms >= 2 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} hours`;
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
