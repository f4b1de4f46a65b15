import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { dayInQuery, DAY_MS, MINUTE_MS, orgIdInQuery } from "../lib/index.ts";
import { placeInQuery } from "../sites/index.ts";
import { availabilityReport, calendarMonth } from "./report.ts";

/** The longest range of a report. */
export const REPORT_DAYS = 400;

const availabilityQuery = z
  .strictObject({
    month: calendarMonth.optional(),
    from: dayInQuery.optional(),
    to: dayInQuery.optional(),
    org_id: orgIdInQuery.optional(),
    ...placeInQuery,
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: "Give the first and the last day.",
    path: ["to"],
  })
  .refine(({ month, from }) => month === undefined || from === undefined, {
    error: "Give a month or a range, not both.",
    path: ["from"],
  })
  .refine(({ from, to }) => daysBetween(from, to) >= 1, {
    error: "The last day is before the first one.",
    path: ["to"],
  })
  .refine(({ from, to }) => daysBetween(from, to) <= REPORT_DAYS, {
    error: `Choose at most ${REPORT_DAYS} days.`,
    path: ["to"],
  });

function daysBetween(from: string | undefined, to: string | undefined): number {
  return from === undefined || to === undefined ? 1 : (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

export const getAvailability = endpoint({
  name: "getAvailability",
  summary:
    "The availability of an organization's stations, or of all stations that the caller may see, in a month or from one day to another one, at most 400 days. Days are UTC, and count once they have ended. Without either, it is the last month that has ended, or the current one if nothing was recorded before. `site` and `tag` limit it to stations that are at that site, and have that tag, now.",
  method: "GET",
  path: "/api/availability",
  access: "user",
  keyScope: "read_fleet",
  // Days change once, some minutes after their end.
  refreshMs: 10 * MINUTE_MS,
  query: availabilityQuery,
  refusals: [404],
  replies: { 200: availabilityReport },
});
