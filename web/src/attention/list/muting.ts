import { MAX_MUTE_DAYS } from "@groundcrew/shared/alerts";
import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { z } from "zod";

/** Until when to mute: a choice, or a custom time. */
export const muteChoices = ["1h", "4h", "tomorrow", "monday", "other"] as const;
type MuteChoice = (typeof muteChoices)[number];

export const muteLabels: Record<MuteChoice, string> = {
  "1h": "1 h",
  "4h": "4 h",
  tomorrow: "Tomorrow 08:00",
  monday: "Mon 08:00",
  other: "Other…",
};

/** The time at which a choice ends (ms), by the clock of the browser; null for a custom time that is not valid. */
export function muteEnd(choice: MuteChoice, { now, other }: { now: number; other: string }): number | null {
  switch (choice) {
    case "1h":
      return now + HOUR_MS;
    case "4h":
      return now + 4 * HOUR_MS;
    case "tomorrow":
      return morningIn(now, 1);
    case "monday":
      return morningIn(now, daysToMonday(now));
    case "other": {
      const at = Date.parse(other);
      return Number.isNaN(at) ? null : at;
    }
  }
}

function morningIn(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 8).getTime();
}

/** Never today: on a Monday it is the next one. */
function daysToMonday(now: number): number {
  return (8 - new Date(now).getDay()) % 7 || 7;
}

/** The input of the dialog. Choices such as "1 h" count from when it is parsed, by `clock` (ms). */
export function muteSchema(clock: () => number) {
  return z.object({ choice: z.enum(muteChoices), other: z.string(), why: z.string() }).transform((entered, context) => {
    const now = clock();
    const until = muteEnd(entered.choice, { now, other: entered.other });
    const problem = untilProblem(until, now);
    if (problem !== null || until === null) {
      context.addIssue({ code: "custom", path: ["other"], message: problem ?? "Enter a time." });
      return z.NEVER;
    }
    const why = entered.why.trim();
    if (why === "") {
      context.addIssue({ code: "custom", path: ["why"], message: "Say why." });
      return z.NEVER;
    }
    return { until: new Date(until).toISOString(), why };
  });
}

function untilProblem(until: number | null, now: number): string | null {
  if (until === null) return "Enter a time.";
  if (until <= now) return "Choose a time in the future.";
  return until > now + MAX_MUTE_DAYS * DAY_MS ? `Choose a time within ${MAX_MUTE_DAYS} days.` : null;
}
