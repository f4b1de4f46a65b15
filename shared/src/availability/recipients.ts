import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { orgId, orgIdInQuery } from "../lib/index.ts";
import { calendarMonth } from "./report.ts";

/** People to whom a report is sent each month. */
export const REPORT_RECIPIENTS_MAX = 20;
/** The hour of the first day of a month (UTC) at which the report of the month before is sent. */
export const REPORT_HOUR = 6;

/** A person who may see a report, and whether it is sent to them each month. */
const reportReader = z.object({ id: z.int(), name: z.string(), email: z.string(), receives: z.boolean() });
export type ReportReader = z.output<typeof reportReader>;

const person = z.int("This is not the number of a person.").positive("This is not the number of a person.");
const people = z.array(person).max(1_000, "Choose fewer people.").default([]);

export const listReportRecipients = endpoint({
  name: "listReportRecipients",
  summary:
    "The people who may see the report of an organization's availability, or of all organizations for admins who name none, which is a 404 for other provider staff, and whether it is sent to them each month; by name, at most 1,000. Others than admins get people of their own organization only.",
  method: "GET",
  path: "/api/availability/recipients",
  access: "manager",
  keyScope: null,
  topics: ["users"],
  query: z.strictObject({ org_id: orgIdInQuery.optional() }),
  refusals: [404],
  replies: { 200: z.array(reportReader) },
});

export const changeReportRecipients = endpoint({
  name: "changeReportRecipients",
  summary:
    "Adds people to whom a report is sent on the 1st of each month at 06:00 UTC, and removes others. All must be able to see it. Of more than 20, it is a 409.",
  method: "PUT",
  path: "/api/availability/recipients",
  access: "manager",
  keyScope: null,
  topics: ["users"],
  body: z.strictObject({ org_id: orgId.nullable().default(null), add: people, remove: people }),
  refusals: [404, 409],
  replies: { 200: z.array(reportReader) },
});

export const sendMyReport = endpoint({
  name: "sendMyReport",
  summary:
    "Sends the report of a month to the caller now, in the ways in which they want to be notified of reports. At most 6 a minute; above that a 429. 409 if nothing was recorded in the month, or the caller wants no reports.",
  method: "POST",
  path: "/api/availability/recipients/me",
  access: "user",
  keyScope: null,
  topics: ["notifications"],
  body: z.strictObject({ org_id: orgId.nullable().default(null), month: calendarMonth }),
  refusals: [404, 409],
  replies: { 204: z.null() },
});
