import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, WEEK_MS, type Timestamp } from "./time.ts";

/** A length of time in whole weeks, days, hours and minutes; what is left below a minute is dropped. */
export type DurationParts = { weeks: number; days: number; hours: number; minutes: number };

/** Splits a length in seconds (specification, section 9, "Durations"). A negative length counts as none. */
export function durationParts(seconds: number): DurationParts {
  const ms = Math.max(0, seconds) * SECOND_MS;
  return {
    weeks: Math.floor(ms / WEEK_MS),
    days: Math.floor((ms % WEEK_MS) / DAY_MS),
    hours: Math.floor((ms % DAY_MS) / HOUR_MS),
    minutes: Math.floor((ms % HOUR_MS) / MINUTE_MS),
  };
}

/** A length in seconds as `2w 3d 4h 5m`. Units above the largest that counts are left out; nothing at all is `0m`. */
export function durationText(seconds: number): string {
  const { weeks, days, hours, minutes } = durationParts(seconds);
  const parts = [`${weeks}w`, `${days}d`, `${hours}h`, `${minutes}m`];
  const first = [weeks, days, hours].findIndex((part) => part > 0);
  return parts.slice(first === -1 ? 3 : first).join(" ");
}

/** Longest time shown as a duration; above it the full date of its beginning is shown (section 9). */
const DURATION_MAX_MS = 10 * WEEK_MS;

/** Either a duration to show as it is, or the moment it began, for the screen to write as a full date. */
export type Elapsed = { kind: "duration"; text: string } | { kind: "date"; began: Timestamp };

/** How to show a time that has been running for `seconds` at `now` (ms), such as a station's uptime. */
export function elapsed(seconds: number, now: number): Elapsed {
  if (seconds * SECOND_MS <= DURATION_MAX_MS) return { kind: "duration", text: durationText(seconds) };
  return { kind: "date", began: new Date(now - seconds * SECOND_MS).toISOString() };
}

/** An age in the room of a table cell, in its largest whole unit: `now`, `18m`, `6h`, `3d`, `7w`. */
export function shortAge(ms: number): string {
  if (ms < MINUTE_MS) return "now";
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)}h`;
  if (ms < WEEK_MS) return `${Math.floor(ms / DAY_MS)}d`;
  return `${Math.floor(ms / WEEK_MS)}w`;
}
