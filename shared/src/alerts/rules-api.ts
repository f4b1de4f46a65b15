import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { idOf, lineOf, numberInQuery, orgIdInQuery, textOf, timestamp } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { severity } from "./kind.ts";
import { condition } from "./kinds/index.ts";
import { alertRule, changedRule, newRule, ruleId, ruleScope } from "./rule.ts";

const ruleParams = z.object({ rule: numberInQuery.pipe(ruleId) });
const revInQuery = z.coerce.number().pipe(z.int());

export const listAlertRules = endpoint({
  name: "listAlertRules",
  summary:
    "Rules of the caller's organization, or of all customers for staff, ordered by name; at most 1000. `counts` are those of both, whatever the search.",
  method: "GET",
  path: "/api/alert-rules",
  access: "user",
  keyScope: null,
  topics: ["alert_rules"],
  query: z.strictObject({ whose: z.enum(["own", "customers"]).default("own"), q: textOf(200).optional() }),
  replies: {
    200: z.object({
      rules: z.array(alertRule),
      counts: z.object({ own: z.int(), customers: z.int() }),
      /** Stations that no rule of the caller's organization watches for being offline. */
      uncovered: z.int(),
    }),
  },
});

export const listUncoveredStations = endpoint({
  name: "listUncoveredStations",
  summary: "Stations that no rule of the caller's organization watches for being offline, by name; at most 200.",
  method: "GET",
  path: "/api/alert-rules/uncovered",
  access: "user",
  keyScope: null,
  topics: ["alert_rules"],
  query: z.strictObject({}),
  replies: {
    200: z.object({
      count: z.int(),
      stations: z.array(
        z.object({ name: stationName, description: z.string(), serial_number: z.string(), organization: z.string() }),
      ),
    }),
  },
});

export const listAlertPeople = endpoint({
  name: "listAlertPeople",
  summary:
    "The people of an organization (the caller's own by default), who can be notified of its alerts or have them, by name; at most 500. `open` is the number of alerts and other things that each has; only those with `can_admin` are notified of error groups and incidents.",
  method: "GET",
  path: "/api/alert-rules/people",
  access: "user",
  keyScope: null,
  topics: ["alert_rules", "ownership", "users"],
  query: z.strictObject({ org_id: orgIdInQuery.optional() }),
  refusals: [404],
  replies: {
    200: z.array(z.object({ id: z.int(), name: z.string(), email: z.string(), open: z.int(), can_admin: z.boolean() })),
  },
});

const draftRule = z.strictObject({
  condition,
  scope: ruleScope,
  severity: severity.default("urgent"),
  org_id: idOf("There is no such organization.").optional(),
});
export type DraftRule = z.input<typeof draftRule>;

/** A draft of a rule as JSON text. */
const draftInQuery = z
  .string()
  .max(12_000, "Name fewer stations.")
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.issues.push({ code: "custom", input: text, message: "Give JSON." });
      return z.NEVER;
    }
  })
  .pipe(draftRule);

/**
 * A replay of a rule over the last seven days. `days` are messages a day, today last. `hint` suggests a longer time, with the number of alerts that
 * ended within it and the number of messages there would be.
 */
const replay = z.object({
  alerts: z.int(),
  messages: z.int(),
  stations: z.int(),
  days: z.array(z.int()).length(7),
  hint: z.object({ minutes: z.int(), ended: z.int(), messages: z.int() }).nullable(),
});
export type Replay = z.output<typeof replay>;

export const previewAlertRule = endpoint({
  name: "previewAlertRule",
  summary:
    "What a rule would have done in the last seven days, and what it matches now. `draft` is its `condition`, `scope` and perhaps `severity` and `org_id` as JSON. `message` is about the first match, or an example while nothing matches. `replay` is null with less than 24 hours of history, for more than 1,000 stations, and for all kinds but `offline`.",
  method: "GET",
  path: "/api/alert-rules/preview",
  access: "manager",
  keyScope: null,
  query: z.strictObject({ draft: draftInQuery }),
  refusals: [404],
  replies: {
    200: z.object({
      replay: replay.nullable(),
      watched: z.int(),
      /** Null for kinds for which it is not known before the rule is on. */
      matching: z.int().nullable(),
      matches: z.array(
        z.object({
          station: stationName.nullable(),
          title: z.string(),
          location: z.string(),
          /** Null for kinds for which it is not known before the rule is on. */
          since: timestamp.nullable(),
        }),
      ),
      /** Null for a rule that watches no station. The message itself ends with the rule's name and `organization`. */
      message: z
        .object({ title: z.string(), lines: z.array(z.string()), organization: z.string(), is_example: z.boolean() })
        .nullable(),
    }),
  },
});

export const getAlertRule = endpoint({
  name: "getAlertRule",
  summary: "One rule.",
  method: "GET",
  path: "/api/alert-rules/:rule",
  access: "user",
  keyScope: null,
  topics: ["alert_rules"],
  params: ruleParams,
  query: z.strictObject({}),
  replies: { 200: alertRule },
});

export const createAlertRule = endpoint({
  name: "createAlertRule",
  summary: "Adds a rule. An organization has at most 50 (409).",
  method: "POST",
  path: "/api/alert-rules",
  access: "manager",
  keyScope: null,
  topics: ["alert_rules"],
  idempotencyKey: true,
  body: newRule,
  refusals: [404, 409],
  replies: { 201: alertRule },
});

export const createUsualRules = endpoint({
  name: "createUsualRules",
  summary: "Adds the five usual rules to the caller's organization. 409 if it has rules already.",
  method: "POST",
  path: "/api/alert-rules/usual",
  access: "manager",
  keyScope: null,
  topics: ["alert_rules"],
  idempotencyKey: true,
  body: z.strictObject({ channels: z.array(idOf("There is no such channel.")).max(20) }),
  refusals: [404, 409],
  replies: { 201: z.array(alertRule) },
});

export const changeAlertRule = endpoint({
  name: "changeAlertRule",
  summary: "Replaces what people entered about a rule. 412 when someone changed it since the caller's `rev`.",
  method: "PUT",
  path: "/api/alert-rules/:rule",
  access: "manager",
  keyScope: null,
  topics: ["alert_rules"],
  params: ruleParams,
  body: changedRule,
  refusals: [404, 412],
  replies: { 200: alertRule },
});

export const switchAlertRule = endpoint({
  name: "switchAlertRule",
  summary: "Switches a rule on or off. 412 when someone changed it since the caller's `rev`.",
  method: "PATCH",
  path: "/api/alert-rules/:rule",
  access: "manager",
  keyScope: null,
  topics: ["alert_rules"],
  params: ruleParams,
  body: z.strictObject({ enabled: z.boolean(), reason: lineOf(200).nullable(), rev: z.int() }),
  refusals: [404, 412],
  replies: { 200: alertRule },
});

export const deleteAlertRule = endpoint({
  name: "deleteAlertRule",
  summary: "Deletes a rule. Its alerts end. 412 when someone changed it since the caller's `rev`.",
  method: "DELETE",
  path: "/api/alert-rules/:rule",
  access: "manager",
  keyScope: null,
  topics: ["alert_rules"],
  params: ruleParams,
  query: z.strictObject({ rev: revInQuery }),
  refusals: [404, 412],
  replies: { 204: z.null() },
});
