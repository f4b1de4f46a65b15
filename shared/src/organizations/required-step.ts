import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { calendarDate, DAY_MS, orgIdInQuery } from "../lib/index.ts";

/** Days until an organization requires a second factor, unless it chooses others, and the most that it may choose. */
export const STEP_DAYS = { usual: 14, most: 365 } as const;
/** How many days before that those without one get another email. */
export const STEP_NOTICE_DAYS = [7, 1] as const;
/** How often an organization may change that, since each change is emailed to those without one. */
export const STEP_CHANGES_AN_HOUR = 5;

/** A day so many days from `now`, in ms, by the calendar of UTC. */
export function dayIn(days: number, now: number): string {
  return new Date(now + days * DAY_MS).toISOString().slice(0, "2026-12-15".length);
}

/** Why an organization cannot begin to require a second factor on a day; null if it can. */
export function stepDayProblem(from: string, now: number): string | null {
  if (from < dayIn(0, now)) return "This day is over. Choose today or a later one.";
  return from > dayIn(STEP_DAYS.most, now) ? "Choose a day within a year." : null;
}

/**
 * Whether an organization requires a second factor: the day (UTC) from which it does, null if it does not. `without` is the number of its users who have
 * none, of all its `users`.
 */
export const stepRule = z.object({
  from: calendarDate.nullable(),
  users: z.number().int(),
  without: z.number().int(),
});
export type StepRule = z.output<typeof stepRule>;

const query = z.strictObject({ org_id: orgIdInQuery.optional() });

export const getStepRule = endpoint({
  name: "getStepRule",
  summary:
    "Whether an organization, by default the caller's own, requires a second factor of its users, and how many have none.",
  method: "GET",
  path: "/api/organizations/second-step",
  access: "manager",
  keyScope: null,
  topics: ["organizations", "users"],
  query,
  refusals: [404],
  replies: { 200: stepRule },
});

export const changeStepRule = endpoint({
  name: "changeStepRule",
  summary:
    "Requires a second factor of the users of an organization, by default the caller's own, from a day (UTC) on that is at most a year away, or no longer. Those who have none get an email at once, 7 days and 1 day before. From that day on they can only reach their own account; API keys are not affected. 412 when someone changed it since the caller saw the day `expected`. At most 5 changes an hour (429).",
  method: "PUT",
  path: "/api/organizations/second-step",
  access: "manager",
  keyScope: null,
  topics: ["organizations", "users"],
  query,
  body: z.strictObject({ from: calendarDate.nullable(), expected: calendarDate.nullable() }),
  refusals: [404, 412],
  replies: { 200: stepRule },
});
