import type { Timestamp } from "@groundcrew/shared/lib";
import type { Db } from "../../platform/db/index.ts";
import {
  insertNotifications,
  selectPersonalRecipients,
  selectQuietHours,
  type PersonalRecipient,
} from "./notify-queries.ts";
import type { NotificationRow } from "./plan-notifications.ts";
import { personalKey, personalTitle, topicOf, type PersonalAct } from "./personal-acts.ts";
import { quietEnd } from "./quiet-end.ts";

/**
 * An event that concerns one person. `title` is its subject and `path` its page within the console; `by` is the user who caused it and is not
 * notified, null for the server.
 */
export type PersonalNotice = {
  user: number;
  by: number | null;
  act: PersonalAct;
  title: string;
  body: string;
  path: string;
};

/**
 * Stores the notifications of a person about an event at `now` (ms), by their preferences, in the transaction of the event. Returns false if there are
 * none.
 */
export async function notifyPerson(tx: Db, notice: PersonalNotice, now: number): Promise<boolean> {
  const { user, by, act } = notice;
  if (user === by) return false;
  const recipients = await selectPersonalRecipients(tx, user, topicOf(act));
  const person = (await selectQuietHours(tx, [user])).get(user) ?? null;
  const urgency = { urgent: false, passes: false, since: now, isAcknowledged: false };
  const end = quietEnd({ rule: null, person }, urgency, { at: now });
  const sendAfter = new Date(end?.until ?? now).toISOString();
  const rows = recipients.map((recipient) => rowOf(recipient, { notice, now, sendAfter, why: end?.why ?? "" }));
  await insertNotifications(tx, rows);
  return rows.length > 0;
}

/** A notice that is not sent to a person, in the log of an organization. */
type UnsentNotice = PersonalNotice & { person: string; orgId: number; why: string };

/** Stores in the log of deliveries that a person is not notified of an event at `now` (ms), and why. */
export async function recordNotSent(
  tx: Db,
  { person, orgId, why, ...notice }: UnsentNotice,
  now: number,
): Promise<void> {
  const to = {
    org_id: orgId,
    recipient: `email:${notice.user}`,
    user_id: notice.user,
    person,
    device_id: null,
    device: null,
  };
  const row = rowOf(to, { notice, now, sendAfter: new Date(now).toISOString(), why });
  await insertNotifications(tx, [{ ...row, result: "not_sent" }]);
}

type Timing = { notice: PersonalNotice; now: number; sendAfter: Timestamp; why: string };

function rowOf(recipient: PersonalRecipient, { notice, now, sendAfter, why }: Timing): NotificationRow {
  const { act, title, body, path } = notice;
  return {
    ...recipient,
    created: new Date(now).toISOString(),
    type: topicOf(act),
    title: personalTitle(act, title),
    body,
    path,
    alert_id: null,
    step: null,
    rule_id: null,
    rule: null,
    channel_id: null,
    channel: null,
    group_key: personalKey(act),
    urgent: false,
    passes_quiet: false,
    send_after: sendAfter,
    result: "held",
    why,
  };
}
