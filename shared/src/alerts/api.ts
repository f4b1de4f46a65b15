import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { numberInQuery, orgIdInQuery, SECOND_MS, textOf, timestamp } from "../lib/index.ts";
import { ownership, ownershipAct } from "../ownership/index.ts";
import { stationName } from "../telemetry/index.ts";
import { alert, alertCounts, alertDetails, alertId, alertSection, alertSort, newMute } from "./alert.ts";
import { alertKind } from "./kind.ts";

/** Rows of a page of alerts. */
export const ALERTS_PAGE = 100;

const alertParams = z.object({ alert: numberInQuery.pipe(alertId) });
const revInQuery = z.coerce.number().pipe(z.int());

export const listAlerts = endpoint({
  name: "listAlerts",
  summary:
    "Alerts, 100 to a page; `cursor` is the `next` of the page before. Without `section`, active ones in the order of sections: open, acknowledged, muted, calm; in each, in the order of `sort`: by `severity`, the alert that the server receives no data is before urgent ones. Ended ones are ordered by their end, latest first. `station` returns those of one station. `counts` are of all that the caller sees, whatever the filter.",
  method: "GET",
  path: "/api/alerts",
  access: "user",
  keyScope: null,
  topics: ["alerts", "ownership", "maintenance"],
  refreshMs: 15 * SECOND_MS,
  query: z.strictObject({
    section: alertSection.optional(),
    own: z.enum(["all", "unassigned", "mine"]).default("all"),
    org_id: orgIdInQuery.optional(),
    kind: alertKind.optional(),
    station: stationName.optional(),
    q: textOf(200).optional(),
    sort: alertSort.default("severity"),
    cursor: z.string().max(500).optional(),
  }),
  refusals: [404],
  replies: { 200: z.object({ alerts: z.array(alert), next: z.string().nullable(), counts: alertCounts }) },
});

export const summarizeAlerts = endpoint({
  name: "summarizeAlerts",
  summary:
    "The counts for the badge, and what is watched: stations in service, those that a rule watches, rules that are on, and when an alert last ended.",
  method: "GET",
  path: "/api/alerts/summary",
  access: "user",
  keyScope: null,
  topics: ["alerts", "ownership", "maintenance", "alert_rules"],
  refreshMs: 15 * SECOND_MS,
  query: z.strictObject({}),
  replies: {
    200: z.object({
      counts: alertCounts,
      stations: z.int(),
      watched: z.int(),
      rules: z.int(),
      last_ended: timestamp.nullable(),
    }),
  },
});

export const getAlert = endpoint({
  name: "getAlert",
  summary: "One alert with its stations, why it is one alert, its rules and its history.",
  method: "GET",
  path: "/api/alerts/:alert",
  access: "user",
  keyScope: null,
  topics: ["alerts", "ownership", "maintenance"],
  refreshMs: 15 * SECOND_MS,
  params: alertParams,
  query: z.strictObject({}),
  replies: { 200: alertDetails },
});

export const muteAlert = endpoint({
  name: "muteAlert",
  summary:
    "Mutes an alert for the caller's side: support staff, or an organization. It ends at a time, when the alert gets worse by a rule of that side, and with the alert. 409 when the alert has ended, 412 when it was changed since the caller's `rev`.",
  method: "PUT",
  path: "/api/alerts/:alert/mute",
  access: "user",
  keyScope: null,
  topics: ["alerts"],
  params: alertParams,
  body: newMute,
  refusals: [404, 409, 412],
  replies: { 200: alert },
});

export const unmuteAlert = endpoint({
  name: "unmuteAlert",
  summary: "Ends the muting of an alert for the caller's side.",
  method: "DELETE",
  path: "/api/alerts/:alert/mute",
  access: "user",
  keyScope: null,
  topics: ["alerts"],
  params: alertParams,
  query: z.strictObject({ rev: revInQuery }),
  refusals: [404, 409, 412],
  replies: { 200: alert },
});

export const changeAlertOwner = endpoint({
  name: "changeAlertOwner",
  summary:
    "Acknowledges, assigns, releases or prolongs an alert for the caller's side: support staff, or an organization. When someone else was faster, or the alert has ended, a 409; its `partial` is who has it now.",
  method: "PUT",
  path: "/api/alerts/:alert/owner",
  access: "user",
  keyScope: null,
  topics: ["ownership"],
  params: alertParams,
  body: ownershipAct,
  refusals: [404, 409],
  replies: { 200: z.object({ ownership: ownership.nullable() }) },
});
