import { DAY_MS, wholeNumber, type CalendarDate } from "../lib/index.ts";
import type { ReadinessSeconds } from "../readiness/index.ts";
import type { ReportedDay } from "./report.ts";

/** A share in hundredths of a percent, rounded down; null of nothing. So 10,000 is all of it, without a second less. */
export type Share = number | null;

function share(part: number, whole: number): Share {
  return whole === 0 ? null : Math.floor((part * 10_000) / whole);
}

/** The recorded time outside maintenance. */
export function countedSeconds({ ready_s, limited_s, not_ready_s, unknown_s }: ReadinessSeconds): number {
  return ready_s + limited_s + not_ready_s + unknown_s;
}

/** The time that counts against availability. */
export function lostSeconds({ not_ready_s, unknown_s }: ReadinessSeconds): number {
  return not_ready_s + unknown_s;
}

/** The figures of a station or of several, with the definitions that the page shows. */
export function availabilityFigures(seconds: ReadinessSeconds): {
  availability: Share;
  link: Share;
  readyOnly: Share;
  withMaintenance: Share;
} {
  const counted = countedSeconds(seconds);
  const available = seconds.ready_s + seconds.limited_s;
  return {
    availability: share(available, counted),
    link: share(seconds.link_s, counted),
    readyOnly: share(seconds.ready_s, counted),
    withMaintenance: share(available, counted + seconds.maintenance_s),
  };
}

/** A station has no figures if less than half of its time was recorded. */
export function isMostlyRecorded(seconds: ReadinessSeconds): boolean {
  const recorded = countedSeconds(seconds) + seconds.maintenance_s;
  return recorded > 0 && recorded >= seconds.not_recorded_s;
}

/** "98.41%", and "–" where there is none. Never rounded up. */
export function shareText(value: Share): string {
  if (value === null) return "–";
  return value === 10_000 ? "100%" : `${(value / 100).toFixed(2)}%`;
}

/** The seconds as hours and minutes, rounded down: "27 h 50 min", "13 h", "34 min"; "–" for none, and seconds below a minute. */
export function hoursText(seconds: number): string {
  if (seconds === 0) return "–";
  if (seconds < 60) return `${seconds} s`;
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const parts = [hours > 0 ? `${wholeNumber(hours)} h` : "", minutes > 0 ? `${minutes} min` : ""];
  return parts.filter((part) => part !== "").join(" ");
}

/** How many days' worth of a range was recorded, rounded down. A day without any station that counts was not. */
export function recordedDays(days: readonly ReportedDay[]): number {
  const parts = days.map((day) => {
    const recorded = countedSeconds(day) + day.maintenance_s;
    return recorded === 0 ? 0 : recorded / (recorded + day.not_recorded_s);
  });
  // Sums of parts that are whole days may be a tiny bit less than that.
  return Math.floor(parts.reduce((sum, part) => sum + part, 0) + 1e-9);
}

/** The part of a month that has to be recorded for a comparison (percent). */
const COMPARED_PERCENT = 80;

/** The days of a range and what was recorded of them: `name` is that of the month. */
type ComparedMonth = { name: string; total: ReadinessSeconds; recorded: number; days: number };

/** The change from one month to another in hundredths of a point, or why there is none. */
export type Comparison = { availability: number; link: number } | { none: string };

/** Compares a month with the one before. Both need to be recorded for most of their days. */
export function compareMonths(month: ComparedMonth, before: ComparedMonth): Comparison {
  const unrecorded = [before, month].find(({ recorded, days }) => recorded * 100 < days * COMPARED_PERCENT);
  if (unrecorded) {
    const { name, recorded, days } = unrecorded;
    return { none: `No comparison: ${name} was recorded for ${recorded} of ${days} days` };
  }
  const [now, then] = [availabilityFigures(month.total), availabilityFigures(before.total)];
  if (now.availability === null || then.availability === null) return { none: "No comparison: nothing counts" };
  return { availability: now.availability - then.availability, link: (now.link ?? 0) - (then.link ?? 0) };
}

/** "+0.61 points", "-0.2 points". */
export function pointsText(points: number): string {
  const sign = points > 0 ? "+" : points < 0 ? "−" : "±";
  return `${sign}${(Math.abs(points) / 100).toFixed(2)} points`;
}

/** The first and last day of a month. */
export function daysOfMonth(month: string): { from: CalendarDate; to: CalendarDate } {
  const first = Date.parse(`${month}-01`);
  const next = Date.UTC(new Date(first).getUTCFullYear(), new Date(first).getUTCMonth() + 1);
  return { from: `${month}-01`, to: new Date(next - DAY_MS).toISOString().slice(0, 10) };
}

/** The month so many months after another one. */
export function monthAfter(month: string, count: number): string {
  const first = new Date(`${month}-01`);
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + count)).toISOString().slice(0, 7);
}
