import { z } from "zod";

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/**
 * A moment as ISO 8601 text in UTC with milliseconds, the same on the wire, in the database driver and on screen. The
 * database knows no year 0.
 */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .refine((text) => !text.startsWith("0000"), "There is no year 0.");
export type Timestamp = z.output<typeof timestamp>;

/** A calendar day, `YYYY-MM-DD`, that no time zone ever shifts. */
export const calendarDate = z.iso.date();
export type CalendarDate = z.output<typeof calendarDate>;

/** Milliseconds from `then` to `now` (milliseconds since the epoch); null when there is no `then`. */
export function ageMs(then: Timestamp | null, now: number): number | null {
  return then === null ? null : now - Date.parse(then);
}
