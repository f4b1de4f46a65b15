import type { Db } from "../../platform/db/index.ts";
import {
  dropWaiting,
  selectAcknowledged,
  selectEarlierRecipients,
  selectFirstWaiting,
  selectNotifiedAlerts,
  selectNotifyingRules,
  selectRuleRecipients,
} from "./event-queries.ts";
import { insertNotifications, selectQuietHours } from "./notify-queries.ts";
import { planNotifications, type AlertEvent } from "./plan-notifications.ts";

export const ENDED_BEFORE = "It ended before it was sent.";

/** Events after which waiting notifications of the alert are pointless, with the reason. */
const SUPERSEDED: Partial<Record<AlertEvent["type"], string>> = {
  ended: ENDED_BEFORE,
  flapping: "It began to flap before it was sent.",
};

/**
 * Stores the notifications of events at `now` (ms), in the transaction of the events: for the rule's channels and subscribers; for `escalated`,
 * the recipients of the step; for `ended`, those who got the alert; for `acknowledged`, the channels among them. Rules and alerts that do not
 * exist are ignored.
 */
export async function notifyOfAlerts(tx: Db, events: readonly AlertEvent[], now: number): Promise<void> {
  if (events.length === 0) return;
  const alertIds = idsOf(events, ({ alert }) => alert);
  const ruleIds = idsOf(events, ({ rule }) => rule);
  // Before the earlier recipients are read, because this waits for messages that are being formed.
  await dropWaiting(tx, events.flatMap(superseded));
  const [alerts, rules, recipients] = [
    await selectNotifiedAlerts(
      tx,
      events.map(({ alert, rule }) => ({ alert, rule })),
    ),
    await selectNotifyingRules(tx, ruleIds),
    await selectRuleRecipients(tx, ruleIds),
  ];
  const late = events.filter(({ type }) => type === "ended" || type === "acknowledged");
  const earlier =
    late.length === 0
      ? []
      : await selectEarlierRecipients(
          tx,
          idsOf(late, ({ alert }) => alert),
        );
  const people = [...recipients, ...earlier].flatMap(({ user_id }) => user_id ?? []);
  const facts = {
    alerts: new Map(alerts.map((alert) => [`${alert.id}:${alert.rule}`, alert])),
    rules: new Map(rules.map((rule) => [rule.id, rule])),
    recipients,
    earlier,
    quietHours: people.length === 0 ? new Map() : await selectQuietHours(tx, [...new Set(people)]),
    acknowledged: await selectAcknowledged(tx, alertIds),
    firstWaiting: rules.some(({ group_by }) => group_by === "hour")
      ? await selectFirstWaiting(
          tx,
          recipients.map(({ recipient }) => recipient),
          ["started:hour", "flapping:hour"],
        )
      : new Map(),
  };
  await insertNotifications(tx, planNotifications(events, facts, now));
}

function superseded({ type, alert, rule, suppression }: AlertEvent) {
  const why = SUPERSEDED[type];
  return why === undefined || suppression !== undefined ? [] : [{ alert, rule, why }];
}

function idsOf(events: readonly AlertEvent[], idOf: (event: AlertEvent) => number): number[] {
  return [...new Set(events.map(idOf))];
}
