import { MINUTE_MS } from "@groundcrew/shared/lib";

/** When backups are made: every `everyMs`, counted from a time of day in UTC. */
export type Schedule = { everyMs: number; timeOfDayMs: number };

/** When the last scheduled backup was begun, and when the last attempt after it failed (ms); null if there is none. */
export type LastBackup = { takenMs: number | null; failedMs: number | null };

/** How long to wait after a failure, unless backups are made more often. */
const RETRY_MS = 15 * MINUTE_MS;

/** When the next backup is due (ms); it may be in the past. The first one is due at once. */
export function nextBackup({ everyMs, timeOfDayMs }: Schedule, { takenMs, failedMs }: LastBackup): number {
  const planned = takenMs === null ? 0 : slotAt(takenMs, { everyMs, timeOfDayMs }) + everyMs;
  return failedMs === null ? planned : Math.max(planned, failedMs + Math.min(RETRY_MS, everyMs));
}

/** The last planned time up to a moment. */
function slotAt(atMs: number, { everyMs, timeOfDayMs }: Schedule): number {
  return Math.floor((atMs - timeOfDayMs) / everyMs) * everyMs + timeOfDayMs;
}
