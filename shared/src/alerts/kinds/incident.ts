import { z } from "zod";
import { defineRuleKind, holds, listText, OVER, shortenedTitle, type ConditionState } from "./definition.ts";

/** Statuses of an incident that an alert can be about. */
const alertedIncidentStatus = z.enum(["incident_needs_action", "incident_pending", "incident_pending_urgent"]);

/** An incident with an alerting tag has one of `statuses`. */
export const incident = defineRuleKind({
  label: "Incident",
  over: "The incident has another status",
  condition: z.strictObject({
    kind: z.literal("incident"),
    statuses: z.array(alertedIncidentStatus).min(1, "Choose at least one status.").max(3),
  }),
  text: ({ statuses }) =>
    `An incident with an alerting tag is ${listText(statuses.map((status) => STATUSES[status].label))}`,
  isForStaff: true,
});

/** Evaluates a condition at an incident: the more urgent its status, the worse. */
export function incidentState(
  { statuses }: z.output<typeof incident.condition>,
  { status, content }: { status: string; content: string },
): ConditionState {
  const known = alertedIncidentStatus.safeParse(status).data;
  if (known === undefined || !statuses.includes(known)) return OVER;
  const { label, level } = STATUSES[known];
  return holds(`${label}: ${shortenedTitle(content.trim().split("\n", 1)[0] ?? "")}`, { level });
}

const STATUSES = {
  incident_pending: { label: "Pending", level: 1 },
  incident_needs_action: { label: "Needs Action", level: 2 },
  incident_pending_urgent: { label: "Pending (Urgent)", level: 3 },
} as const;
