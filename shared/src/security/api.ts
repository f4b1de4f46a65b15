import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { timestamp, truncate } from "../lib/index.ts";

const TEXT_MAX = 300;
const text = z.string().transform((value) => truncate(value.toWellFormed(), TEXT_MAX));
const line = z.int().min(0).max(10_000_000);

/** The report that browsers send to `report-uri` (`application/csp-report`). */
const reportUriBody = z.object({
  "csp-report": z.object({
    "document-uri": text,
    "violated-directive": text.optional(),
    "effective-directive": text.optional(),
    "blocked-uri": text.optional(),
    "source-file": text.nullish(),
    "line-number": line.nullish(),
  }),
});

/** The reports that browsers send to a reporting endpoint (`application/reports+json`), of any kind, several at once. */
const reportToBody = z
  .array(
    z.object({
      type: z.string().max(100),
      body: z
        .object({
          documentURL: text.optional(),
          effectiveDirective: text.optional(),
          blockedURL: text.nullish(),
          sourceFile: text.nullish(),
          lineNumber: line.nullish(),
        })
        .nullish(),
    }),
  )
  .max(50, "Send at most 50 reports at once.");

export const violationReports = z.union([reportUriBody, reportToBody]);
export type ViolationReports = z.output<typeof violationReports>;

/**
 * A violation of the content security policy in browsers. `blocked` is an address without its query, or a word such as `eval` or `inline`;
 * `source` and `line` are the position in the script, if known; `page` is the path of the last affected page. `times` counts violations
 * that differ only in the page.
 */
export const violation = z.object({
  directive: z.string(),
  blocked: z.string(),
  source: z.string(),
  line: z.int().nullable(),
  page: z.string(),
  first_reported: timestamp,
  last_reported: timestamp,
  times: z.int(),
});
export type Violation = z.output<typeof violation>;

/** Where browsers send their reports. */
export const VIOLATIONS_PATH = "/api/security/violations";

export const reportViolations = endpoint({
  name: "reportViolations",
  summary:
    "Receives browsers' reports about the content security policy. Reports about other sites' pages and about browser extensions are ignored. Limited to 30 a minute from one network.",
  method: "POST",
  path: VIOLATIONS_PATH,
  access: "public",
  bodyBytes: 64 * 1024,
  body: violationReports,
  replies: { 204: z.null() },
});

export const listViolations = endpoint({
  name: "listViolations",
  summary:
    "What the content security policy blocked in browsers, most recently reported first; the newest 100 of the last 30 days. Reports are sent without a login, so they are hints, not proof.",
  method: "GET",
  path: VIOLATIONS_PATH,
  access: "admin",
  keyScope: null,
  replies: { 200: z.array(violation) },
});
