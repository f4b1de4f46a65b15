import { z } from "zod";
import { calendarDate, units } from "../lib/index.ts";

/**
 * How a person reads the console, its mails and its files. `time_zone` is that of their browser, that of the station where a time is about one, or
 * UTC. `theme` is null until they choose one: each browser then keeps its own.
 */
export const preferences = z.object({
  time_zone: z.enum(["browser", "station", "utc"]),
  units,
  theme: z.enum(["browser", "light", "dark"]).nullable(),
});
export type Preferences = z.output<typeof preferences>;

/** Those of someone who has chosen nothing, and of what no person reads. */
export const usualPreferences = {
  time_zone: "browser",
  units: "fahrenheit",
  theme: null,
} as const satisfies Preferences;

/**
 * A second factor that somebody's organization requires and they have not: the day (UTC) from which it does. From then on the step `is_due`, and
 * they can only make the calls about their own account.
 */
export const requiredStep = z.object({ from: calendarDate, is_due: z.boolean() });
export type RequiredStep = z.output<typeof requiredStep>;

/** The second factor that somebody still has to set up at `now`, in ms; undefined if nothing is required, or they have one. */
export function stepToSetUp(
  { requiredFrom, hasStep }: { requiredFrom: string | null; hasStep: boolean },
  now: number,
): RequiredStep | undefined {
  if (requiredFrom === null || hasStep) return undefined;
  return { from: requiredFrom, is_due: now >= Date.parse(requiredFrom) };
}

/**
 * The user behind a session (specification, section 3). `name` may be empty; the console then displays the email. `default_view` is the saved view that
 * the stations list opens with, if there is one. With `lists_in_pages` the user sees so many stations that consoles load their list in pages.
 * `required_step` is there while the user has to set up a second factor.
 */
export const sessionUser = z.object({
  name: z.string(),
  email: z.email(),
  can_manage: z.boolean(),
  can_admin: z.boolean(),
  org_id: z.number().int(),
  organization: z.string(),
  default_view: z.int().nullable(),
  preferences,
  lists_in_pages: z.literal(true).optional(),
  required_step: requiredStep.optional(),
});
export type SessionUser = z.output<typeof sessionUser>;

/** Name displayed in the top bar. */
export function displayName(user: Pick<SessionUser, "name" | "email">): string {
  return user.name === "" ? user.email : user.name;
}

/** Whether a user may change things in their organization (specification, section 6). */
export function isManager(user: Pick<SessionUser, "can_manage" | "can_admin">): boolean {
  return user.can_manage || user.can_admin;
}
