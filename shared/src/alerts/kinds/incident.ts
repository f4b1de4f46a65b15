import { z } from "zod";
import { defineRuleKind, listText } from "./definition.ts";

/** Statuses of an incident that an alert can be about. */
export const alertedIncidentStatus = z.enum(["incident_needs_action", "incident_pending", "incident_pending_urgent"]);

/** An incident with an alerting tag has one of `statuses`. */
export const incident = defineRuleKind({
  label: "Incident",
  over: "The incident has another status",
  condition: z.strictObject({
    kind: z.literal("incident"),
    statuses: z.array(alertedIncidentStatus).min(1, "Choose at least one status.").max(3),
  }),
  text: ({ statuses }) =>
    `An incident with an alerting tag is ${listText(statuses.map((status) => STATUS_LABELS[status]))}`,
  isForStaff: true,
});

const STATUS_LABELS = {
  incident_needs_action: "Needs Action",
  incident_pending: "Pending",
  incident_pending_urgent: "Pending (Urgent)",
} as const;
