import { timesProblem } from "@groundcrew/shared/maintenance";
import { z } from "zod";
import { refuse, untilTime, type UntilValues, zonedText } from "../kit/index.ts";
import { enteredTime } from "../lib/index.ts";

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

/** The form that starts or plans maintenance. */
export function startSchema({ now, zone }: Clock) {
  return z
    .object({
      why: z.string(),
      start: z.enum(["now", "later"]),
      later: z.string(),
      choice: z.string(),
      other: z.string(),
    })
    .transform((entered, context) => {
      const from = maintenanceStart(entered, { now, zone });
      if (from === null) return refuse(context, "later", ENTER);
      if (from < now) return refuse(context, "later", "Choose a start in the future.");
      const until = untilTime(entered, { from, zone });
      if (until === null) return refuse(context, "other", ENTER);
      const problem = timesProblem({ from: iso(from), until: iso(until) }, now);
      if (problem) return refuse(context, problem.field === "from" ? "later" : "other", problem.message);
      const why = entered.why.trim();
      if (why === "") return refuse(context, "why", "Say why the station is in maintenance.");
      return { why, from: entered.start === "now" ? null : iso(from), until: iso(until) };
    });
}

/** When a maintenance began and ends. */
type Period = { from: string; until: string };

/** The later end of a maintenance (ms): hours count from the end that it has. Null for an entered time that is none. */
export function extendedEnd({ until }: Period, entered: UntilValues, { now, zone }: Clock): number | null {
  const isHours = entered.choice === "1h" || entered.choice === "4h";
  return untilTime(entered, { from: isHours ? Date.parse(until) : now, zone });
}

/** The form that extends maintenances: the later end of each. */
export function extendSchema(periods: readonly Period[], clock: Clock) {
  return z.object({ choice: z.string(), other: z.string() }).transform((entered, context) => {
    const ends = periods.map((period) => extendedEnd(period, entered, clock));
    for (const [index, { from, until }] of periods.entries()) {
      const end = ends[index] ?? null;
      if (end === null) return refuse(context, "other", ENTER);
      if (end <= Date.parse(until)) {
        return refuse(context, "other", `Choose a later end than ${zonedText(Date.parse(until), clock.zone)}.`);
      }
      const problem = timesProblem({ from, until: iso(end) }, clock.now);
      if (problem) return refuse(context, "other", problem.message);
    }
    return { ends: ends.map((end) => iso(end ?? 0)) };
  });
}

const ENTER = "Enter a time.";

const iso = (time: number) => new Date(time).toISOString();
