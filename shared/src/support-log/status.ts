import { z } from "zod";
import { ownValue } from "../lib/index.ts";

/** The kind of a support log entry, which for incidents includes their progress (specification, section 3). */
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

/** The statuses of an incident, in the order of its menu. */
export const incidentStatus = supportLogStatus.extract([
  "incident_needs_action",
  "incident_pending_urgent",
  "incident_pending",
  "incident_deferred",
  "incident_resolved",
]);
export type IncidentStatus = z.output<typeof incidentStatus>;

/** The label of each status. */
export const supportLogStatusLabels: Record<SupportLogStatus, string> = {
  note: "Note",
  record: "Record",
  incident_needs_action: "Needs Action",
  incident_deferred: "Deferred",
  incident_pending: "Pending",
  incident_pending_urgent: "Pending (Urgent)",
  incident_resolved: "Resolved",
};

/** The label of a received status; the status itself if it is one that a newer server has added. */
export function supportLogStatusLabel(status: SupportLogStatus): string {
  return ownValue(supportLogStatusLabels, status) ?? status;
}

/** The statuses of a new entry; only a top-level one may be an incident (section 4, "Support log entry status"). */
export const newEntryStatuses = {
  entry: ["note", "record", "incident_needs_action"],
  reply: ["note", "record"],
} as const;

/**
 * The default status of a reply: that of its top-level entry (section 4, "replies inherit the top-level status"). A reply cannot be an
 * incident, so a reply to one is a note.
 */
export function replyStatus(topLevel: SupportLogStatus): "note" | "record" {
  return topLevel === "record" ? "record" : "note";
}

/** Whether an entry is an incident. The status of notes and records never changes. */
export function isIncident(status: SupportLogStatus): status is IncidentStatus {
  return incidentStatus.safeParse(status).success;
}

/** The effect of picking another status: none, a confirmation because the incident was resolved, or the change itself. */
export type StatusChange = "none" | "confirm" | "apply";

/** How to handle a picked status. Only incidents change, and only to another incident status. */
export function statusChange(from: SupportLogStatus, to: SupportLogStatus): StatusChange {
  if (from === to || !isIncident(from) || !isIncident(to)) return "none";
  return from === "incident_resolved" ? "confirm" : "apply";
}
