import { z } from "zod";
import { csvFile, endpoint } from "../contract/index.ts";
import { idOf, numberInQuery, orgIdInQuery, timeInQuery } from "../lib/index.ts";
import { placeInQuery } from "../sites/index.ts";
import { auditAct, auditActor, auditCheck, auditEntry, auditFilter } from "./act.ts";

const filterInQuery = {
  ...auditFilter,
  org_id: orgIdInQuery.optional(),
  ...placeInQuery,
  from: timeInQuery.optional(),
  until: timeInQuery.optional(),
};

export const listAuditActs = endpoint({
  name: "listAuditActs",
  summary:
    "What people, programs and the server have done, newest first, 50 to a page; `cursor` is the `next` of the page before. All of it for admins; what concerns their organization for managers. `site` and `tag` limit it to entries about stations that are at that site, and have that tag, now. `count` is the number of entries, up to 10,001. `check` is the last verification, null before the first one.",
  method: "GET",
  path: "/api/audit",
  access: "manager",
  keyScope: null,
  query: z.strictObject({ ...filterInQuery, cursor: numberInQuery.optional() }),
  refusals: [404],
  replies: {
    200: z.object({
      acts: z.array(auditAct),
      next: z.string().nullable(),
      count: z.int(),
      kept_days: z.int(),
      check: auditCheck.nullable(),
    }),
  },
});

export const getAuditAct = endpoint({
  name: "getAuditAct",
  summary: "One of these acts with its entries, at most 1,000. `entry` is the id of any of its entries.",
  method: "GET",
  path: "/api/audit/acts/:entry",
  access: "manager",
  keyScope: null,
  refreshMs: Infinity,
  params: z.object({ entry: numberInQuery.pipe(idOf("There is no such entry.")) }),
  query: z.strictObject({}),
  replies: { 200: z.object({ act: auditAct, entries: z.array(auditEntry) }) },
});

export const listAuditActors = endpoint({
  name: "listAuditActors",
  summary: "Who has done something in the last 90 days, latest first; at most 200.",
  method: "GET",
  path: "/api/audit/actors",
  access: "manager",
  keyScope: null,
  query: z.strictObject({ org_id: orgIdInQuery.optional() }),
  refusals: [404],
  replies: { 200: z.array(auditActor) },
});

export const downloadAudit = endpoint({
  name: "downloadAudit",
  summary:
    "The entries of these acts as a CSV file, newest first, at most 100,000. The download is recorded in the audit log.",
  method: "GET",
  path: "/api/audit/csv",
  access: "manager",
  keyScope: null,
  query: z.strictObject(filterInQuery),
  refusals: [404],
  replies: { 200: csvFile },
});
