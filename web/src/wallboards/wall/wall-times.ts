import { DAY_MS, HOUR_MS, longDayName, MINUTE_MS, SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import { daysLeft } from "@groundcrew/shared/wallboards";
import { countText, dateText, dayText, offsetText, weekdayText } from "../../lib/index.ts";

/** The day in the head: `Fri Nov 27 · UTC−8`. */
export function wallDay(now: number): string {
  return `${weekdayText(now)} ${dayText(now, now)} · ${offsetText(now)}`;
}

/** When a wallboard ends: `Ends Feb 25, 2027`, and `Ends in 5 days` in its last week. */
export function endText(ends: Timestamp, now: number): string {
  const days = daysLeft(ends, now);
  return days === null ? `Ends ${longDayName(dateText(ends))}` : `Ends in ${countText(days, "day")}`;
}

/** How long a state has lasted, in its largest whole unit: `41 min`, `2 h`, `3 d`. */
export function lengthText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / MINUTE_MS))} min`;
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`;
}

/** How long ago the data was requested: `Updated 2 s ago`. */
export function updatedText(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / SECOND_MS));
  return `Updated ${seconds} s ago`;
}

/** The hour at which a wallboard loads itself again each day, by the clock of the screen. */
const RELOAD_HOUR = 4;

/** A page that has just been loaded is not loaded again: servers with different builds may be running side by side. */
const FRESH_MS = MINUTE_MS;

/** True if a page that was loaded so long ago (ms) is to be loaded again: at 04:00, or because the server has another build. */
export function isReloadDue({ ageMs, isOutdated }: { ageMs: number; isOutdated: boolean }, now: number): boolean {
  return ageMs > FRESH_MS && (isOutdated || now >= nextReload(now - ageMs));
}

/** The next time after `now` (ms) at which the page is loaded again. */
export function nextReload(now: number): number {
  const next = new Date(now);
  next.setHours(RELOAD_HOUR, 0, 0, 0);
  if (next.getTime() <= now) next.setDate(next.getDate() + 1);
  return next.getTime();
}

/** How far the page moves each hour, so that nothing burns into the screen (px). */
const STEP_PX = 4;
const PLACES = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** Where the page is in an hour, from its first place (px). */
export function placeAt(now: number): { x: number; y: number } {
  const [x = 0, y = 0] = PLACES[Math.floor(now / HOUR_MS) % PLACES.length] ?? [];
  return { x: x * STEP_PX, y: y * STEP_PX };
}
