import { HOUR_MS } from "@groundcrew/shared/lib";
import { timesProblem } from "@groundcrew/shared/maintenance";
import { z } from "zod";

/** Until when maintenance takes: a choice, or a time of its own. */
export const untilChoices = ["1h", "4h", "today", "tomorrow", "other"] as const;
export type UntilChoice = (typeof untilChoices)[number];

export const untilLabels: Record<UntilChoice, string> = {
  "1h": "1 h",
  "4h": "4 h",
  today: "End of day",
  tomorrow: "Tomorrow 18:00",
  other: "Other…",
};

/** A choice by its name; the usual one for what is none. */
export function untilChoice(name: string): UntilChoice {
  return untilChoices.find((choice) => choice === name) ?? "4h";
}

type Entered = { from: number; other: string };

/** The time at which a choice ends (ms), by the browser's clock; null for a time of its own that is not one. */
export function maintenanceEnd(choice: UntilChoice, { from, other }: Entered): number | null {
  switch (choice) {
    case "1h":
      return from + HOUR_MS;
    case "4h":
      return from + 4 * HOUR_MS;
    case "today":
      return dayTime(from, 1, 0);
    case "tomorrow":
      return dayTime(from, 1, 18);
    case "other":
      return enteredTime(other);
  }
}

function dayTime(from: number, days: number, hour: number): number {
  const date = new Date(from);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hour).getTime();
}

/** A time of a field for date and time; null for what is none. */
function enteredTime(text: string): number | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

/** A time (ms) as the content of a field for date and time, by the browser's clock. */
export function fieldTime(time: number): string {
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, "2026-01-01T00:00".length);
}

/** When an entered maintenance begins (ms): now, or later; null for a later time that is none. */
export function maintenanceStart({ start, later }: { start: string; later: string }, now: number): number | null {
  return start === "now" ? now : enteredTime(later);
}

/** What is entered to start or plan maintenance; `now` is when the form was opened (ms). */
export function startSchema(now: number) {
  return z
    .object({
      why: z.string(),
      start: z.enum(["now", "later"]),
      later: z.string(),
      choice: z.enum(untilChoices),
      other: z.string(),
    })
    .transform((entered, context) => {
      const from = maintenanceStart(entered, now);
      if (from === null) return refuse(context, "later", "Enter a time.");
      if (from < now) return refuse(context, "later", "Choose a start in the future.");
      const until = maintenanceEnd(entered.choice, { from, other: entered.other });
      const problem = until === null ? ENTER_END : timesProblem({ from: iso(from), until: iso(until) }, now);
      if (problem || until === null)
        return refuse(context, problem?.field === "from" ? "later" : "other", problem?.message);
      const why = entered.why.trim();
      if (why === "") return refuse(context, "why", "Say why the station is in maintenance.");
      return { why, from: entered.start === "now" ? null : iso(from), until: iso(until) };
    });
}

/** What is entered to extend or shorten the maintenance that began at `from`. */
export function extendSchema({ from, now }: { from: string; now: number }) {
  return z.object({ choice: z.enum(untilChoices), other: z.string() }).transform((entered, context) => {
    const until = maintenanceEnd(entered.choice, { from: now, other: entered.other });
    const problem = until === null ? ENTER_END : timesProblem({ from, until: iso(until) }, now);
    if (problem || until === null) return refuse(context, "other", problem?.message);
    return { until: iso(until) };
  });
}

const ENTER_END = { field: "until", message: "Enter a time." } as const;

const iso = (time: number) => new Date(time).toISOString();

function refuse(context: z.RefinementCtx, field: string, message = "Enter a time."): never {
  context.addIssue({ code: "custom", path: [field], message });
  return z.NEVER;
}
