import { z } from "zod";

/** Kind of a support log entry; incidents have a status of their own (specification, section 3). */
export const supportLogStatus = z.enum([
  "note",
  "record",
  "incident_needs_action",
  "incident_deferred",
  "incident_pending",
  "incident_pending_urgent",
  "incident_resolved",
]);
export type SupportLogStatus = z.output<typeof supportLogStatus>;

/** What an incident can be changed to, in the order in which its menu offers them. */
export const incidentStatus = supportLogStatus.extract([
  "incident_needs_action",
  "incident_pending_urgent",
  "incident_pending",
  "incident_deferred",
  "incident_resolved",
]);
export type IncidentStatus = z.output<typeof incidentStatus>;

/** What each status is called. */
export const supportLogStatusLabels: Record<SupportLogStatus, string> = {
  note: "Note",
  record: "Record",
  incident_needs_action: "Needs Action",
  incident_deferred: "Deferred",
  incident_pending: "Pending",
  incident_pending_urgent: "Pending (Urgent)",
  incident_resolved: "Resolved",
};

/** What a new entry may be: an incident only at the top level (section 4, "Support log entry status"). */
export const newEntryStatuses = {
  entry: ["note", "record", "incident_needs_action"],
  reply: ["note", "record"],
} as const;

/**
 * The status of a reply for which none was chosen: that of its top-level entry (section 4, "replies inherit the top-level status"). A
 * reply is no incident of its own, so to one it is a note, and shows the incident's status by standing below it.
 */
export function replyStatus(topLevel: SupportLogStatus): "note" | "record" {
  return topLevel === "record" ? "record" : "note";
}

/** Whether an entry is an incident; notes and records never change their status. */
export function isIncident(status: SupportLogStatus): status is IncidentStatus {
  return incidentStatus.safeParse(status).success;
}

/**
 * What follows when someone picks another status: nothing, a question first because the incident was resolved, or the
 * change.
 */
export type StatusChange = "none" | "confirm" | "apply";

/** How to take a picked status. Only incidents change, only to another incident status. */
export function statusChange(from: SupportLogStatus, to: SupportLogStatus): StatusChange {
  if (from === to || !isIncident(from) || !isIncident(to)) return "none";
  return from === "incident_resolved" ? "confirm" : "apply";
}
