import { isAboutServer } from "@groundcrew/shared/alerts";
import type { QuietHours } from "@groundcrew/shared/notifications";
import { DAY_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { utcText } from "../../platform/lib/index.ts";
import { ENDED_BEFORE } from "./notify-of-alerts.ts";
import { isOwnAlert, NEVER_SENT, sideOf } from "./plan-notifications.ts";
import { pauseEnd, quietEnd } from "./quiet-end.ts";
import { readRecipient, type RecipientKind } from "./recipient.ts";
import {
  byRule,
  type EarlierMessages,
  type MatchFacts,
  type MessageFacts,
  type RecipientFacts,
  type RuleFacts,
  type SideFacts,
  type WaitingNotification,
} from "./waiting-queries.ts";

/** The facts that decide about notifications. */
export type WaitingFacts = {
  alerts: ReadonlyMap<number, MessageFacts>;
  rules: ReadonlyMap<number, RuleFacts>;
  /** By `alert:side`. */
  sides: ReadonlyMap<string, SideFacts>;
  /** By `alert:rule`. */
  matches: ReadonlyMap<string, MatchFacts>;
  /** By `alert recipient`. */
  earlier: ReadonlyMap<string, EarlierMessages>;
  /** By `recipient organization`. */
  recipients: ReadonlyMap<string, RecipientFacts>;
  quietHours: ReadonlyMap<number, QuietHours>;
  support: string;
};

/**
 * The decision about a notification. `until` is in ms. Notifications of one type that wait for a paused channel are sent in one message. A start
 * that is dropped only because its alert is suppressed is sent later if nobody was notified.
 */
export type Decision =
  | { act: "send" }
  | { act: "drop"; why: string; isSuppressed?: true }
  | { act: "wait"; until: number; why: string; forChannel?: true };

/** The longest delay by quiet hours, also if they never end. */
const LONGEST_QUIET_MS = 8 * DAY_MS;

const SEND: Decision = { act: "send" };
/** The shortest time until a notification that waits for another message or transaction is decided again. */
export const RETRY_MS = 5 * SECOND_MS;
export const BEING_SENT = "The alert is being sent.";

/** Decides at `now` (ms) whether a notification may be sent. */
export function decideNotification(notification: WaitingNotification, facts: WaitingFacts, now: number): Decision {
  return (
    recipientDecision(notification, facts, now) ??
    alertDecision(notification, facts, now) ??
    quietDecision(notification, facts, now) ??
    SEND
  );
}

function drop(why: string): Decision {
  return { act: "drop", why };
}

function recipientDecision(
  { recipient, org_id }: WaitingNotification,
  { recipients }: WaitingFacts,
  now: number,
): Decision | null {
  const to = recipients.get(`${recipient} ${org_id}`);
  if (!to?.exists) return drop(GONE[readRecipient(recipient).kind]);
  if (!to.is_paused) return null;
  return { act: "wait", forChannel: true, ...pauseEnd(to.paused_until, now) };
}

const GONE: Record<RecipientKind, string> = {
  channel: "The channel was deleted.",
  email: "The person no longer belongs to the organization.",
  push: "The device no longer receives messages.",
};

/** Drops or delays a notification whose alert has changed; null if it has not, and for notifications that are not about an alert. */
function alertDecision(notification: WaitingNotification, facts: WaitingFacts, now: number): Decision | null {
  const { alert_id, rule_id, type, recipient, org_id, user_id, created } = notification;
  if (alert_id === null) return null;
  const found = facts.alerts.get(alert_id);
  const rule = rule_id === null ? undefined : facts.rules.get(rule_id);
  if (!found) return drop("The alert no longer exists.");
  if (!rule || (rule.is_deleted && type !== "ended")) return drop("The rule was deleted.");
  const match = facts.matches.get(`${alert_id}:${rule_id}`);
  const alert = byRule(found, match);
  if (!isOwnAlert(alert, rule)) return drop("It is about a station of another organization.");
  const isForAdmins = alert.org_id === null && !isAboutServer(alert.kind) && user_id !== null;
  if (isForAdmins && !facts.recipients.get(`${recipient} ${org_id}`)?.is_admin)
    return drop("Only admins see this alert.");
  const earlier = facts.earlier.get(`${alert_id} ${recipient}`);
  if (type === "ended") return followUp(earlier, now);
  if (alert.ended_at !== null) return drop(ENDED_BEFORE);
  if (type === "acknowledged") return followUp(earlier, now);
  const isBeforeStart = match?.announced_at === null || (match && created < match.announced_at);
  if (type === "escalated" && isBeforeStart)
    return drop("The start was not sent, so its steps count from a later one.");
  return suppressed(notification, { alert, rule, facts }) ?? inOrder(notification, earlier, now);
}

/**
 * Messages about an alert are sent to a recipient in order: after one that is being retried, which may be its earlier end. A message that it got
 * worse or is still active is not sent before that of its start, which contains the current state when it is formed.
 */
function inOrder(
  { type, rule_id }: WaitingNotification,
  earlier: EarlierMessages | undefined,
  now: number,
): Decision | null {
  if (!earlier) return null;
  const isFollowing = type === "changed" || type === "repeated";
  if (isFollowing && rule_id !== null && earlier.starting.includes(rule_id))
    return drop("The start has not been sent yet and will say this.");
  // It may have waited for long, for an attempt or a pause, and is then followed too soon by the next one.
  if (type === "changed" && rule_id !== null && earlier.worse.includes(rule_id))
    return drop("A message of the last hour said that it got worse.");
  return earlier.next_attempt === null ? null : followUp(earlier, now);
}

/** Sends a follow-up only after the start of the alert, and only to recipients who got that. */
function followUp(earlier: EarlierMessages | undefined, now: number): Decision | null {
  if (!earlier || earlier.next_attempt === null) return earlier?.arrived ? null : drop(NEVER_SENT);
  const until = Math.max(now + RETRY_MS, Date.parse(earlier.next_attempt));
  return { act: "wait", until, why: BEING_SENT };
}

type SuppressionFacts = { alert: MessageFacts; rule: RuleFacts; facts: WaitingFacts };

function suppressed({ type }: WaitingNotification, { alert, rule, facts }: SuppressionFacts): Decision | null {
  const side = facts.sides.get(`${alert.id}:${sideOf(rule)}`);
  const suppressed = suppressionOf({ alert, rule, facts }, side);
  if (suppressed !== null) return { act: "drop", why: suppressed, isSuppressed: true };
  const isReminder = type === "repeated" || type === "escalated";
  return isReminder && side?.owner ? drop(`${side.owner} acknowledged it before it was sent.`) : null;
}

/** The reason why an alert is suppressed on a side; null when it is not. */
function suppressionOf({ alert, rule, facts }: SuppressionFacts, side: SideFacts | undefined): string | null {
  if (alert.in_maintenance) return maintenanceText(alert, rule, facts.support);
  const seesParent = alert.parent_org_id !== null || rule.is_provider;
  if (alert.parent !== null && seesParent) return `Grouped into ${alert.parent}.`;
  if (alert.is_stale) return "Its station is offline and reports nothing.";
  return side?.muted_until ? `Muted until ${utcText(new Date(side.muted_until))} (${side.muted_by}).` : null;
}

function maintenanceText(alert: MessageFacts, rule: RuleFacts, support: string): string {
  const { maintenance_until: until, maintenance_by: name, maintenance_by_staff: isStaff } = alert;
  if (until === null) return "In maintenance.";
  return `In maintenance until ${utcText(new Date(until))} (${isStaff && !rule.is_provider ? support : name}).`;
}

function quietDecision(notification: WaitingNotification, facts: WaitingFacts, now: number): Decision | null {
  const { alert_id, rule_id, user_id, urgent, passes_quiet: passes, created } = notification;
  if (now - Date.parse(created) >= LONGEST_QUIET_MS) return null;
  const alert = alert_id === null ? undefined : facts.alerts.get(alert_id);
  const rule = rule_id === null ? undefined : facts.rules.get(rule_id);
  const person = user_id === null ? null : (facts.quietHours.get(user_id) ?? null);
  const owner = alert && rule ? facts.sides.get(`${alert.id}:${sideOf(rule)}`)?.owner : null;
  const since = alert ? Date.parse(alert.fired_at) : now;
  const urgency = { urgent, passes, since, isAcknowledged: Boolean(owner) };
  const end = quietEnd({ rule: rule?.quiet ?? null, person }, urgency, { at: now });
  return end && { act: "wait", ...end };
}
