import { z } from "zod";

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/**
 * A time as ISO 8601 text in UTC with milliseconds, the same in messages, in the database driver and on screen. PostgreSQL has no year 0.
 */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .refine((text) => !text.startsWith("0000"), "There is no year 0.");
export type Timestamp = z.output<typeof timestamp>;

const ISO_TIME =
  /^(?<day>\d{4}-\d\d-\d\d)T(?<clock>\d\d:\d\d(?::\d\d)?)(?:[.,](?<fraction>\d{1,30}))?(?<zone>Z|[+-]\d\d(?::?\d\d)?)$/i;
const NO_TIME = "Give a time with its zone, such as 2026-05-31T12:00:00Z or 2026-05-31T14:00:00.5+02:00.";

/**
 * A time in a query: any ISO 8601 date and time with time zone, parsed to a `Timestamp` and truncated to milliseconds. A `+` that was not
 * URL-encoded arrives as a space and is accepted.
 */
export const timeInQuery = z
  .string(NO_TIME)
  .transform((text, context): Timestamp => {
    const read = toTimestamp(text.trim().replace(/ (?=\d\d(:?\d\d)?$)/, "+"));
    if (read !== null) return read;
    context.issues.push({ code: "custom", input: text, message: NO_TIME });
    return z.NEVER;
  })
  .meta({ format: "date-time" });

/** Null if the text has another format, the date or time does not exist, or the year is not in 1 to 9999. */
function toTimestamp(text: string): Timestamp | null {
  const { day, clock = "", fraction = "", zone = "" } = ISO_TIME.exec(text)?.groups ?? {};
  if (day === undefined || !calendarDate.safeParse(day).success) return null;
  const seconds = clock.length === 5 ? `${clock}:00` : clock;
  const offset = zone.toUpperCase() === "Z" ? "Z" : `${zone.slice(0, 3)}:${zone.slice(3).replace(":", "") || "00"}`;
  const at = new Date(`${day}T${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}${offset}`);
  return Number.isNaN(at.getTime()) ? null : (timestamp.safeParse(at.toISOString()).data ?? null);
}

/** A calendar day, `YYYY-MM-DD`, which is never converted between time zones. */
export const calendarDate = z.iso.date();
export type CalendarDate = z.output<typeof calendarDate>;

/** A calendar day in a query, of the years 2000 to 2999: others have no figures, and not all of them exist for the database. */
export const dayInQuery = calendarDate.refine((day) => day.startsWith("2"), "Give a day from 2000 on.");

/** Milliseconds from `then` to `now` (milliseconds since the epoch); null if `then` is null. */
export function ageMs(then: Timestamp | null, now: number): number | null {
  return then === null ? null : now - Date.parse(then);
}
