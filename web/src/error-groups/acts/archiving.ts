import { ARCHIVE_MAX_DAYS, type archiveGroups } from "@groundcrew/shared/error-groups";
import { DAY_MS, textOf } from "@groundcrew/shared/lib";
import { z } from "zod";
import { momentText } from "../../lib/index.ts";

/** What is entered to archive groups. `until` is a local time as an input has it: `2026-11-28T08:00`. */
export type ArchiveValues = {
  when: string;
  until: string;
  count: string;
  unit: string;
  if_escalates: boolean;
  why: string;
};

/** The hour at which a preset time ends, when people are at work. */
const START_OF_WORK = 8;

/** Presets of how long groups are archived, in days. */
export const archivePresets = [
  { label: "Tomorrow", days: 1 },
  { label: "1 week", days: 7 },
  { label: "1 month", days: 30 },
] as const;

/** The morning some days after `now` (ms), as an input has it. */
export function morningAfter(now: number, days: number): string {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  date.setHours(START_OF_WORK, 0, 0, 0);
  return localTime(date.getTime());
}

/** A time as an input for a local time has it. */
function localTime(time: number): string {
  return momentText(time).replace(" ", "T");
}

/** Checks what is entered, at `now` (ms). */
export function archiveSchema(now: number) {
  const whole = /^\d{1,6}$/;
  return z
    .object({
      when: z.enum(["time", "more", "firmware"]),
      until: z.string(),
      count: z.string().trim(),
      unit: z.enum(["errors", "stations"]),
      if_escalates: z.boolean(),
      why: textOf(1_000, "Say why it is archived."),
    })
    .superRefine(({ when, until, count, unit }, context) => {
      const problem = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
      const inMs = new Date(until).getTime() - now;
      if (when === "time" && !(inMs > 0 && inMs <= ARCHIVE_MAX_DAYS * DAY_MS)) {
        problem("until", `Choose a time in the next ${ARCHIVE_MAX_DAYS} days.`);
      }
      const most = unit === "errors" ? 999_999 : 100_000;
      if (when === "more" && !(whole.test(count) && Number(count) > 0 && Number(count) <= most)) {
        problem("count", "Enter a whole number from 1.");
      }
    });
}

type Entered = z.output<ReturnType<typeof archiveSchema>>;

/** The condition that a call sends. `newest` is the newest firmware at the stations now. */
export function archiveCondition(
  { when, until, count, unit, if_escalates, why }: Entered,
  newest: string | null,
): Omit<z.input<typeof archiveGroups>, "groups"> {
  const shared = { if_escalates, why };
  switch (when) {
    case "time":
      return { ...shared, until: new Date(until).toISOString() };
    case "more":
      return { ...shared, [unit]: Number(count) };
    case "firmware":
      return { ...shared, newer_than: newest };
  }
}

const weekday = new Intl.DateTimeFormat("en", { weekday: "short" });

/** When the groups are unarchived, in a sentence. */
export function unarchiveSentence(values: ArchiveValues, newest: string | null): string {
  const earlier = values.if_escalates ? ", earlier if it escalates" : "";
  return `Unarchived ${whenText(values, newest)}${earlier}. No group stays archived for more than ${ARCHIVE_MAX_DAYS} days.`;
}

function whenText({ when, until, count, unit }: ArchiveValues, newest: string | null): string {
  if (when === "more")
    return unit === "errors" ? `after ${count || "…"} more errors` : `at ${count || "…"} more stations`;
  if (when === "firmware") return `at the first error from a firmware newer than ${newest ?? "…"}`;
  const time = new Date(until).getTime();
  return Number.isNaN(time) ? "at a time" : `on ${weekday.format(time)} ${momentText(time)}`;
}
