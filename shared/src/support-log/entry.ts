import { z } from "zod";
import { timestamp } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { supportLogStatus, type SupportLogStatus } from "./status.ts";
import { supportLogTag } from "./tag.ts";

/**
 * The delivery of an alert about a new incident: the number of `attempts` so far, and in `error` why the last one failed. A waiting
 * delivery is retried, a failed one is not.
 */
export const alertDelivery = z.object({
  target: z.string(),
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.number().int().nonnegative(),
  error: z.string().nullable(),
});
export type AlertDelivery = z.output<typeof alertDelivery>;

/**
 * A reply to a support log entry. `author` is a person's name or email address, `public` whether customers may see it in the future,
 * `attached_errors` the ids of station errors.
 */
export const supportLogReply = z.object({
  id: z.number().int(),
  station_name: stationName,
  author: z.string(),
  status: supportLogStatus,
  created: timestamp,
  content: z.string(),
  public: z.boolean(),
  tags: z.array(supportLogTag),
  attached_errors: z.array(z.number().int()),
});
export type SupportLogReply = z.output<typeof supportLogReply>;

/** A change of an incident's status: by whom, from what to what, and when. */
export const entryStatusChange = z.object({
  author: z.string(),
  status_before: supportLogStatus,
  status_after: supportLogStatus,
  changed: timestamp,
});
export type EntryStatusChange = z.output<typeof entryStatusChange>;

/**
 * A support log entry (specification, section 3). Its replies are its `children`, oldest first; replies have none. `alerts` are the
 * notifications sent about an incident, `status_changes` the last 50 changes of its status, oldest first.
 */
export const supportLogEntry = supportLogReply.extend({
  children: z.array(supportLogReply),
  alerts: z.array(alertDelivery),
  status_changes: z.array(entryStatusChange),
});
export type SupportLogEntry = z.output<typeof supportLogEntry>;

/** The rank of each status in a support log, the most urgent first. */
const URGENCY: Record<SupportLogStatus, number> = {
  incident_pending_urgent: 0,
  incident_needs_action: 1,
  incident_pending: 2,
  incident_deferred: 3,
  incident_resolved: 4,
  record: 5,
  note: 5,
};

/**
 * Sorts a support log (section 2, "Support log entry display"): urgent, needs action, pending, deferred, resolved, then records and notes
 * together; within each group the oldest first.
 */
export function sortEntries<E extends Pick<SupportLogEntry, "status" | "created" | "id">>(entries: readonly E[]): E[] {
  return entries.toSorted(
    (a, b) => URGENCY[a.status] - URGENCY[b.status] || Date.parse(a.created) - Date.parse(b.created) || a.id - b.id,
  );
}
