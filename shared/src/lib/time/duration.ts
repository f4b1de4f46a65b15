import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, WEEK_MS, type Timestamp } from "./time.ts";

/** A duration in whole weeks, days, hours and minutes, rounded down to the minute. */
export type DurationParts = { weeks: number; days: number; hours: number; minutes: number };

/** Splits a duration in seconds (specification, section 9, "Durations"). A negative duration counts as zero. */
export function durationParts(seconds: number): DurationParts {
  const ms = Math.max(0, seconds) * SECOND_MS;
  return {
    weeks: Math.floor(ms / WEEK_MS),
    days: Math.floor((ms % WEEK_MS) / DAY_MS),
    hours: Math.floor((ms % DAY_MS) / HOUR_MS),
    minutes: Math.floor((ms % HOUR_MS) / MINUTE_MS),
  };
}

/** A duration in seconds as `2w 3d 4h 5m`, starting with the largest non-zero unit; zero is `0m`. */
export function durationText(seconds: number): string {
  const { weeks, days, hours, minutes } = durationParts(seconds);
  const parts = [`${weeks}w`, `${days}d`, `${hours}h`, `${minutes}m`];
  const first = [weeks, days, hours].findIndex((part) => part > 0);
  return parts.slice(first === -1 ? 3 : first).join(" ");
}

/** Longest time displayed as a duration; above it, its start is displayed as a full date (section 9). */
const DURATION_MAX_MS = 10 * WEEK_MS;

/** Either a duration as text, or the start time, which the screen formats as a full date. */
export type Elapsed = { kind: "duration"; text: string } | { kind: "date"; started: Timestamp };

/** How to display a time that has lasted `seconds` at `now` (ms), such as a station's uptime. */
export function elapsed(seconds: number, now: number): Elapsed {
  if (seconds * SECOND_MS <= DURATION_MAX_MS) return { kind: "duration", text: durationText(seconds) };
  return { kind: "date", started: new Date(now - seconds * SECOND_MS).toISOString() };
}

/** An age for a table cell, in its largest whole unit: `now`, `18m`, `6h`, `3d`, `7w`. */
export function shortAge(ms: number): string {
  if (ms < MINUTE_MS) return "now";
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)}h`;
  if (ms < WEEK_MS) return `${Math.floor(ms / DAY_MS)}d`;
  return `${Math.floor(ms / WEEK_MS)}w`;
}
