import { HOUR_MS } from "@groundcrew/shared/lib";
import { timesProblem } from "@groundcrew/shared/maintenance";
import { z } from "zod";
import { browserZone, dayTime, enteredTime, fieldTime, momentText } from "../lib/index.ts";

/** Until when maintenance takes: a choice, or another time. */
export const untilChoices = ["1h", "4h", "today", "tomorrow", "other"] as const;
export type UntilChoice = (typeof untilChoices)[number];

export const untilLabels: Record<UntilChoice, string> = {
  "1h": "1 h",
  "4h": "4 h",
  today: "End of day",
  tomorrow: "Tomorrow 18:00",
  other: "Other…",
};

/** How maintenance is extended. */
export const extendLabels = { "1h": "+1 h", "4h": "+4 h", tomorrow: "Tomorrow 18:00", other: "Other…" } as const;

/** A choice by its name; the usual one for what is none. */
export function untilChoice(name: string): UntilChoice {
  return untilChoices.find((choice) => choice === name) ?? "4h";
}

type Entered = {
  /** From when the time counts (ms). */
  from: number;
  other: string;
  /** The time zone of the station, whose clocks the days and the entered time mean. */
  zone: string;
};

/** The time at which a choice ends (ms); null for an entered time that is none. */
export function maintenanceEnd(choice: UntilChoice, { from, other, zone }: Entered): number | null {
  switch (choice) {
    case "1h":
      return from + HOUR_MS;
    case "4h":
      return from + 4 * HOUR_MS;
    case "today":
      return dayTime(from, { days: 1, hour: 0, zone });
    case "tomorrow":
      return dayTime(from, { days: 1, hour: 18, zone });
    case "other":
      return enteredTime(other, zone);
  }
}

/** A time with the zone by which it is read: `2026-11-28 18:00 at the station (Europe/Berlin), 2026-11-28 10:00 your time`. */
export function zonedText(time: number, zone: string): string {
  if (zone === browserZone) return `${momentText(time)} your time (${zone})`;
  return `${fieldTime(time, zone).replace("T", " ")} at the station (${zone}), ${momentText(time)} your time`;
}

/** When an entered maintenance begins (ms): now, or later; null for a later time that is none. */
export function maintenanceStart(
  { start, later }: { start: string; later: string },
  { now, zone }: { now: number; zone: string },
): number | null {
  return start === "now" ? now : enteredTime(later, zone);
}

type Clock = {
  /** In ms. */
  now: number;
  /** The time zone of the station. */
  zone: string;
};

/** What is entered to start or plan maintenance. */
export function startSchema({ now, zone }: Clock) {
  return z
    .object({
      why: z.string(),
      start: z.enum(["now", "later"]),
      later: z.string(),
      choice: z.enum(untilChoices),
      other: z.string(),
    })
    .transform((entered, context) => {
      const from = maintenanceStart(entered, { now, zone });
      if (from === null) return refuse(context, "later", "Enter a time.");
      if (from < now) return refuse(context, "later", "Choose a start in the future.");
      const until = maintenanceEnd(entered.choice, { from, other: entered.other, zone });
      const problem = until === null ? ENTER_END : timesProblem({ from: iso(from), until: iso(until) }, now);
      if (problem || until === null)
        return refuse(context, problem?.field === "from" ? "later" : "other", problem?.message);
      const why = entered.why.trim();
      if (why === "") return refuse(context, "why", "Say why the station is in maintenance.");
      return { why, from: entered.start === "now" ? null : iso(from), until: iso(until) };
    });
}

/** When a maintenance began and ends. */
type Period = { from: string; until: string };

/** The later end of a maintenance (ms): hours count from the end that it has. Null for an entered time that is none. */
export function extendedEnd(
  { until }: Period,
  { choice, other }: { choice: string; other: string },
  { now, zone }: Clock,
): number | null {
  const isHours = choice === "1h" || choice === "4h";
  return maintenanceEnd(untilChoice(choice), { from: isHours ? Date.parse(until) : now, other, zone });
}

/** What is entered to extend maintenances: the later end of each. */
export function extendSchema(periods: readonly Period[], clock: Clock) {
  return z
    .object({ choice: z.enum(["1h", "4h", "tomorrow", "other"]), other: z.string() })
    .transform((entered, context) => {
      const ends = periods.map((period) => extendedEnd(period, entered, clock));
      for (const [index, { from, until }] of periods.entries()) {
        const end = ends[index] ?? null;
        if (end === null) return refuse(context, "other");
        if (end <= Date.parse(until)) {
          return refuse(context, "other", `Choose a later end than ${zonedText(Date.parse(until), clock.zone)}.`);
        }
        const problem = timesProblem({ from, until: iso(end) }, clock.now);
        if (problem) return refuse(context, "other", problem.message);
      }
      return { ends: ends.map((end) => iso(end ?? 0)) };
    });
}

const ENTER_END = { field: "until", message: "Enter a time." } as const;

const iso = (time: number) => new Date(time).toISOString();

function refuse(context: z.RefinementCtx, field: string, message = "Enter a time."): never {
  context.addIssue({ code: "custom", path: [field], message });
  return z.NEVER;
}
