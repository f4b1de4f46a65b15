import { ARCHIVE_MAX_DAYS, type archiveGroups } from "@groundcrew/shared/error-groups";
import { textOf } from "@groundcrew/shared/lib";
import { z } from "zod";
import { refuse, untilProblem, untilTime, type UntilValues } from "../../kit/index.ts";
import { shownZone, momentText, weekdayText } from "../../lib/index.ts";

/** The form that archives groups. */
export type ArchiveValues = UntilValues & {
  when: string;
  count: string;
  unit: string;
  if_escalates: boolean;
  why: string;
};

/** The time (ms) at which the groups are unarchived; null while none is entered. */
export function archiveEnd(values: UntilValues, now: number): number | null {
  return untilTime(values, { from: now, zone: shownZone() });
}

/** Checks what is entered. Choices such as "1 week" count from when it is parsed, by `clock` (ms). */
export function archiveSchema(clock: () => number) {
  const whole = /^\d{1,6}$/;
  return z
    .object({
      when: z.enum(["time", "more", "firmware"]),
      choice: z.string(),
      other: z.string(),
      count: z.string().trim(),
      unit: z.enum(["errors", "stations"]),
      if_escalates: z.boolean(),
      why: textOf(1_000, "Say why it is archived."),
    })
    .transform(({ choice, other, ...entered }, context) => {
      const { when, count, unit } = entered;
      const now = clock();
      const until = archiveEnd({ choice, other }, now);
      const problem = untilProblem(until, { now, maxDays: ARCHIVE_MAX_DAYS });
      if (when === "time" && problem !== null) return refuse(context, "other", problem);
      const most = unit === "errors" ? 999_999 : 100_000;
      if (when === "more" && !(whole.test(count) && Number(count) > 0 && Number(count) <= most)) {
        return refuse(context, "count", "Enter a whole number from 1.");
      }
      return { ...entered, until: new Date(until ?? now).toISOString() };
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
      return { ...shared, until };
    case "more":
      return { ...shared, [unit]: Number(count) };
    case "firmware":
      return { ...shared, newer_than: newest };
  }
}

/** When the groups are unarchived, in a sentence. */
export function unarchiveSentence(values: ArchiveValues, about: { newest: string | null; now: number }): string {
  const earlier = values.if_escalates ? ", earlier if it escalates" : "";
  return `Unarchived ${whenText(values, about)}${earlier}. No group stays archived for more than ${ARCHIVE_MAX_DAYS} days.`;
}

function whenText(values: ArchiveValues, { newest, now }: { newest: string | null; now: number }): string {
  const { when, count, unit } = values;
  if (when === "more")
    return unit === "errors" ? `after ${count || "…"} more errors` : `at ${count || "…"} more stations`;
  if (when === "firmware") return `at the first error from a firmware newer than ${newest ?? "…"}`;
  const time = archiveEnd(values, now);
  return time === null ? "at a time" : `on ${weekdayText(time)} ${momentText(time)}`;
}
