import { z } from "zod";
import { timestamp } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { supportLogStatus, type SupportLogStatus } from "./status.ts";
import { supportLogTag } from "./tag.ts";

/**
 * How it went to tell someone of a new incident: `attempts` tries so far, `error` says why the last one failed. A waiting
 * one is tried again, a failed one is given up.
 */
export const alertDelivery = z.object({
  target: z.string(),
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.number().int().nonnegative(),
  error: z.string().nullable(),
});
export type AlertDelivery = z.output<typeof alertDelivery>;

/**
 * A reply to a support log entry. `author` is a person's name or email, `public` whether customers may come to see it,
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

/** Who changed the status of an incident from what to what, and when. */
export const entryStatusChange = z.object({
  author: z.string(),
  status_before: supportLogStatus,
  status_after: supportLogStatus,
  changed: timestamp,
});
export type EntryStatusChange = z.output<typeof entryStatusChange>;

/**
 * A support log entry (specification, section 3). Its replies are its `children`, oldest first; replies have none.
 * `alerts` tells whom an incident was reported to, `status_changes` how its status changed, oldest first, at most the
 * last 50.
 */
export const supportLogEntry = supportLogReply.extend({
  children: z.array(supportLogReply),
  alerts: z.array(alertDelivery),
  status_changes: z.array(entryStatusChange),
});
export type SupportLogEntry = z.output<typeof supportLogEntry>;

/** What comes first in a support log: what waits for a person most. */
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
 * The order of a support log (section 2, "Support log entry display"): urgent, needs action, pending, deferred,
 * resolved, then records and notes together, each by time, the oldest first.
 */
export function sortEntries<E extends Pick<SupportLogEntry, "status" | "created" | "id">>(entries: readonly E[]): E[] {
  return entries.toSorted(
    (a, b) => URGENCY[a.status] - URGENCY[b.status] || Date.parse(a.created) - Date.parse(b.created) || a.id - b.id,
  );
}
