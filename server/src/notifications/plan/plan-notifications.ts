import { HOUR_MS, MINUTE_MS, SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { NotificationType, QuietHours } from "@groundcrew/shared/notifications";
import { channelKinds } from "../../channels/index.ts";
import type { EarlierRecipient, NotifiedAlert, NotifyingRule, Recipient, RuleRecipient } from "./event-queries.ts";
import { quietEnd, memoizedQuietUntil, type UntilOf } from "./quiet-end.ts";

/**
 * An event of an alert, of which a rule notifies its recipients, or only some `channels`. `step` is that of an escalation, from 0. With
 * `suppression`, a sentence, they are not notified, and the log contains the reason.
 */
export type AlertEvent = {
  type: "started" | "changed" | "acknowledged" | "ended" | "repeated" | "escalated" | "flapping";
  alert: number;
  rule: number;
  step?: number;
  channels?: readonly number[];
  suppression?: string;
};

/** The facts about alerts, rules and recipients that determine notifications. */
export type EventFacts = {
  /** By `alert:rule`. */
  alerts: ReadonlyMap<string, NotifiedAlert>;
  rules: ReadonlyMap<number, NotifyingRule>;
  recipients: readonly RuleRecipient[];
  earlier: readonly EarlierRecipient[];
  quietHours: ReadonlyMap<number, QuietHours>;
  acknowledged: ReadonlySet<string>;
  /** Since when the first notification of a recipient with a group key has been waiting (ms). */
  firstWaiting: ReadonlyMap<string, number>;
};

/** A notification to store. */
export type NotificationRow = Omit<Recipient, "kind"> & {
  created: Timestamp;
  org_id: number;
  type: NotificationType;
  alert_id: number | null;
  step: number | null;
  title: string;
  body: string | null;
  path: string | null;
  rule_id: number | null;
  rule: string | null;
  group_key: string;
  urgent: boolean;
  passes_quiet: boolean;
  send_after: Timestamp;
  result: "held" | "not_sent";
  why: string;
};

/** How long the first notification of a message waits for others to be sent with it. */
const WAIT_MS = 30 * SECOND_MS;
const SITE_WAIT_MS = 2 * MINUTE_MS;
export const NEVER_SENT = "No alert was sent, so no recovery notification was sent.";

/** The side of a rule: 0 for a rule of support staff, otherwise its organization. */
export function sideOf({ org_id, is_provider }: Pick<NotifyingRule, "org_id" | "is_provider">): number {
  return is_provider ? 0 : org_id;
}

/** The notifications that events make at `now` (ms), one for each recipient. */
export function planNotifications(events: readonly AlertEvent[], facts: EventFacts, now: number): NotificationRow[] {
  const byRule = Map.groupBy(facts.recipients, ({ rule, step }) => keyOf(rule, step));
  const byMatch = Map.groupBy(facts.earlier, ({ alert, rule }) => keyOf(alert, rule));
  const untilOf = memoizedQuietUntil();
  const isEndDue = endsOnce(events, facts.earlier);
  return events.flatMap((event) => {
    const alert = facts.alerts.get(keyOf(event.alert, event.rule));
    const rule = facts.rules.get(event.rule);
    if (!alert || !rule || !isOwnAlert(alert, rule)) return [];
    const earlier = byMatch.get(keyOf(alert.id, rule.id)) ?? [];
    const current = byRule.get(keyOf(rule.id, event.type === "escalated" ? (event.step ?? 0) : null)) ?? [];
    const isMeant = ({ channel_id }: To) => !event.channels || event.channels.includes(channel_id ?? 0);
    const recipients = recipientsOf(event.type, { rule, current, earlier }).filter(isMeant);
    const due = event.type === "ended" ? recipients.filter((to) => isEndDue(alert.id, to)) : recipients;
    return due.map((to) => planOne({ event, alert, rule, to, facts, untilOf, now }));
  });
}

/**
 * Returns a function that is true once for a recipient when an alert has ended for them: not while another rule that notified them of it still
 * matches, because receivers know the alert, not its rules.
 */
function endsOnce(
  events: readonly AlertEvent[],
  earlier: readonly EarlierRecipient[],
): (alert: number, to: To) => boolean {
  const ending = new Set(events.flatMap(({ type, alert, rule }) => (type === "ended" ? keyOf(alert, rule) : [])));
  const others = earlier.filter(({ alert, rule, is_on: isOn }) => isOn && !ending.has(keyOf(alert, rule)));
  const done = new Set(others.map(({ alert, recipient }) => `${alert} ${recipient}`));
  return (alert, { recipient, got }) => {
    const key = `${alert} ${recipient}`;
    if (done.has(key)) return false;
    if (got) done.add(key);
    return true;
  };
}

/** True if a rule may notify of an alert: a customer's rule never notifies of the alerts of others. */
export function isOwnAlert(
  { org_id }: Pick<NotifiedAlert, "org_id">,
  rule: Pick<NotifyingRule, "org_id" | "is_provider">,
): boolean {
  return rule.is_provider || org_id === rule.org_id;
}

/** `got` is true if they were sent the notification that this one follows. */
type To = Recipient & { got: boolean };

function recipientsOf(
  type: AlertEvent["type"],
  {
    rule,
    current,
    earlier,
  }: { rule: NotifyingRule; current: readonly Recipient[]; earlier: readonly EarlierRecipient[] },
): To[] {
  switch (type) {
    case "ended":
      return rule.tells_recovery ? earlier.map((to) => ({ ...to, got: to.awaits_end })) : [];
    case "acknowledged":
      return earlier.filter(({ channel_id, got }) => channel_id !== null && got);
    case "started":
    case "changed":
    case "repeated":
    case "escalated":
    case "flapping":
      return current.map((to) => ({ ...to, got: true }));
  }
}

type Planned = {
  event: AlertEvent;
  alert: NotifiedAlert;
  rule: NotifyingRule;
  to: To;
  facts: EventFacts;
  untilOf: UntilOf;
  now: number;
};

function planOne(planned: Planned): NotificationRow {
  const { event, to } = planned;
  const row = rowOf(planned);
  const reason = event.suppression ?? (event.type === "ended" && !to.got ? NEVER_SENT : undefined);
  if (reason !== undefined) return { ...row, result: "not_sent", why: reason };
  return { ...row, ...timing(row, planned) };
}

function rowOf({ event, alert, rule, to, now }: Planned): NotificationRow {
  const { recipient, channel_id, channel, user_id, person, device_id, device } = to;
  const at = new Date(now).toISOString();
  const step = event.type === "escalated" ? (event.step ?? 0) : null;
  return {
    created: at,
    org_id: rule.org_id,
    type: event.type,
    alert_id: alert.id,
    step,
    title: alert.subject,
    body: null,
    path: null,
    rule_id: rule.id,
    rule: rule.name,
    recipient,
    channel_id,
    channel,
    user_id,
    person,
    device_id,
    device,
    group_key: groupKey(event.type, { alert, rule, to }),
    urgent: alert.severity === "urgent",
    passes_quiet: step !== null && rule.steps[step]?.through_quiet === true,
    send_after: at,
    result: "held",
    why: "",
  };
}

/**
 * The group key of a notification. Notifications of a recipient with the same key are sent in one message, which therefore has one type: a
 * recovery is never in one message with a start.
 */
function groupKey(type: AlertEvent["type"], { alert, rule, to }: Pick<Planned, "alert" | "rule" | "to">): string {
  const isOneEach = to.kind !== null && channelKinds[to.kind].hasEventForEachAlert;
  const group = isOneEach ? "alert" : rule.group_by;
  switch (group) {
    case "alert":
      return `${type}:alert:${alert.id}`;
    case "site":
      return hasSite(alert) ? `${type}:site:${siteKey(alert)}` : `${type}:alert:${alert.id}`;
    case "organization":
      return `${type}:organization:${alert.org_id}`;
    case "hour":
      return `${type}:hour`;
  }
}

/** A site, or else stations of an organization whose location is the same text. */
function siteKey({ org_id, site, site_id }: NotifiedAlert): string {
  return site_id === null ? `${org_id}:${site}` : `${site_id}`;
}

function hasSite({ site }: NotifiedAlert): boolean {
  return site !== null && site !== "";
}

function timing(row: NotificationRow, planned: Planned): Pick<NotificationRow, "send_after" | "why"> {
  const { alert, rule, to, facts, untilOf, now } = planned;
  const isFirst = row.type === "started" || row.type === "flapping";
  const at = isFirst ? now + waitMs(row, planned) : now;
  const quiet = { rule: rule.quiet, person: to.user_id === null ? null : (facts.quietHours.get(to.user_id) ?? null) };
  const urgency = {
    urgent: row.urgent,
    passes: row.passes_quiet,
    since: Date.parse(alert.fired_at),
    isAcknowledged: facts.acknowledged.has(`${alert.id}:${sideOf(rule)}`),
  };
  const end = quietEnd(quiet, urgency, { at, untilOf });
  return { send_after: new Date(end?.until ?? at).toISOString(), why: end?.why ?? "" };
}

function waitMs({ recipient, group_key }: NotificationRow, { alert, rule, facts, now }: Planned): number {
  if (group_key.endsWith(":hour")) {
    const since = facts.firstWaiting.get(`${recipient} ${group_key}`) ?? now;
    return Math.max(0, since + HOUR_MS - now);
  }
  return rule.group_by === "site" && hasSite(alert) ? SITE_WAIT_MS : WAIT_MS;
}

function keyOf(one: number, other: number | null): string {
  return `${one}:${other ?? ""}`;
}
