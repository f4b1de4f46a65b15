import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { z } from "zod";
import { browserZone, dayTime, enteredTime, fieldTime, momentText, shownZone } from "../lib/index.ts";

/** When something ends: at a usual time, or at an entered one. */
export const untilLabels = {
  "1h": "1 h",
  "4h": "4 h",
  today: "End of day",
  morning: "Tomorrow 08:00",
  evening: "Tomorrow 18:00",
  monday: "Mon 08:00",
  week: "1 week",
  month: "1 month",
  other: "Other…",
} as const;

export type UntilChoice = keyof typeof untilLabels;

/** The values of the form: `other` is a local time as in a field for date and time. */
export type UntilValues = { choice: string; other: string };

type From = {
  /** From when the time counts (ms). */
  from: number;
  /** The time zone whose clocks the days and the entered time mean. */
  zone: string;
};

/** The time (ms) at which a choice ends; null if the entered time is not valid. */
export function untilTime({ choice, other }: UntilValues, { from, zone }: From): number | null {
  const day = (days: number, hour: number) => dayTime(from, { days, hour, zone });
  switch (choice) {
    case "1h":
      return from + HOUR_MS;
    case "4h":
      return from + 4 * HOUR_MS;
    case "today":
      return day(1, 0);
    case "morning":
      return day(1, 8);
    case "evening":
      return day(1, 18);
    case "monday":
      return day(daysToMonday(fieldTime(from, zone)), 8);
    case "week":
      return day(7, 8);
    case "month":
      return day(30, 8);
    default:
      return enteredTime(other, zone);
  }
}

/** Never today: on a Monday it is the next one. */
function daysToMonday(local: string): number {
  return (8 - new Date(`${local}Z`).getUTCDay()) % 7 || 7;
}

/** Why a time cannot be the end; null if it can. */
export function untilProblem(until: number | null, { now, maxDays }: { now: number; maxDays: number }): string | null {
  if (until === null) return "Enter a time.";
  if (until <= now) return "Choose a time in the future.";
  return until > now + maxDays * DAY_MS ? `Choose a time within ${maxDays} days.` : null;
}

/** Reports a problem of a field while a form is parsed. */
export function refuse(context: z.RefinementCtx, field: string, message: string): never {
  context.addIssue({ code: "custom", path: [field], message });
  return z.NEVER;
}

/** A time with the zone by which it is read: `2026-11-28 18:00 at the station (Europe/Berlin), 2026-11-28 10:00 your time`. */
export function zonedText(time: number, zone: string): string {
  if (zone === browserZone && zone === shownZone()) return `${momentText(time)} your time (${zone})`;
  if (zone === shownZone()) return `${momentText(time)} (${zone})`;
  return `${momentText(time, zone)} at the station (${zone}), ${momentText(time)} your time`;
}
