import type { BackupSchedule } from "@groundcrew/shared/backups";
import { countText } from "../../lib/index.ts";

const HOUR = 60;
const DAY = 24 * HOUR;

/** When backups are made: `Every day at 02:00 UTC`, `Every 6 hours, counted from 02:00 UTC`. */
export function scheduleText({ every_minutes: every, time }: Pick<BackupSchedule, "every_minutes" | "time">): string {
  if (every === DAY) return `Every day at ${time} UTC`;
  const [count, noun] =
    every % DAY === 0 ? [every / DAY, "day"] : every % HOUR === 0 ? [every / HOUR, "hour"] : [every, "minute"];
  return `Every ${count === 1 ? noun : countText(count, noun)}, counted from ${time} UTC`;
}

/** A size: `12 kB`, `3.4 MB`, `1.2 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
