import { randomBytes } from "node:crypto";
import { supportName } from "@groundcrew/shared/brand";
import type { Units } from "@groundcrew/shared/lib";
import type { Preferences } from "@groundcrew/shared/sessions";
import { MESSAGES_A_MINUTE } from "@groundcrew/shared/notifications";
import { channelKinds, type MessageContent } from "../../channels/index.ts";
import { inTransaction, type Db } from "../../platform/db/index.ts";
import {
  RETRY_MS,
  BEING_SENT,
  decideNotification,
  type Decision,
  type WaitingFacts,
} from "../plan/decide-notifications.ts";
import {
  insertMessages,
  lockMatches,
  storeDropped,
  storeSuppressed,
  storeWaiting,
  type FormedMessage,
  type SuppressedMatch,
} from "./forming-queries.ts";
import { limitMessages, type Group } from "./limit-messages.ts";
import { selectQuietHours } from "../plan/notify-queries.ts";
import { sideOf } from "../plan/plan-notifications.ts";
import { RESENT_AT_ONCE } from "./resend-alerts.ts";
import {
  byRule,
  lockDueRecipients,
  lockWaiting,
  selectEarlierMessages,
  selectMatchFacts,
  selectMessageFacts,
  selectRecipientFacts,
  selectRuleFacts,
  selectSides,
  type WaitingNotification,
} from "../plan/waiting-queries.ts";
import { alertContent, alertInUnits, personalContent, type ListedAlert } from "./write-content.ts";

/** The dependencies of forming messages. `origin` is the console's public URL. */
export type Forming = { db: Db; origin: string; product: string };

/** The results of forming messages: notifications `handled` in all, of which `dropped` will not be sent. */
export type Formed = { handled: number; dropped: number };

/**
 * Forms messages from the notifications that are due at `now` (ms), for some recipients. Call it again until nothing is handled. Several servers
 * may do so at the same time, but each recipient is handled by one at a time.
 */
export async function formMessages({ db, origin, product }: Forming, now: number): Promise<Formed> {
  const at = new Date(now).toISOString();
  return inTransaction(db, async (tx) => {
    const recipients = await lockDueRecipients(tx, at);
    const waiting = recipients.length === 0 ? [] : dueGroups(await lockWaiting(tx, recipients), now);
    if (waiting.length === 0) return { handled: 0, dropped: 0 };
    const facts = await collectFacts(tx, waiting, { at, support: supportName({ product }) });
    const decided = decideAll(waiting, facts, now);
    const suppressed = await lockMatches(tx, decided.dropped.flatMap(suppressedMatch));
    const { sent, dropped, delayed } = delayingBusy(decided, suppressed, now);
    await storeDropped(tx, dropped);
    await storeSuppressed(tx, suppressed, at);
    const formed = formFor(sent, { facts, origin, now });
    await storeWaiting(tx, [...delayed, ...formed.later]);
    await insertMessages(tx, formed.messages, at);
    return { handled: waiting.length, dropped: dropped.length };
  });
}

/** The notifications that are due at `now` (ms), and those that go in the same messages, oldest first. */
function dueGroups(waiting: readonly WaitingNotification[], now: number): WaitingNotification[] {
  const keyOf = ({ recipient, group_key }: WaitingNotification) => `${recipient} ${group_key}`;
  const due = new Set(waiting.filter(({ send_after }) => Date.parse(send_after) <= now).map(keyOf));
  return waiting.filter((notification) => due.has(keyOf(notification))).toSorted((a, b) => a.id - b.id);
}

async function collectFacts(
  tx: Db,
  waiting: readonly WaitingNotification[],
  { at, support }: { at: string; support: string },
): Promise<WaitingFacts> {
  const alertIds = idsOf(waiting, ({ alert_id }) => alert_id);
  const userIds = idsOf(waiting, ({ user_id }) => user_id);
  const recipients = [...new Set(waiting.map(({ recipient }) => recipient))];
  const rules = new Map(
    (
      await selectRuleFacts(
        tx,
        distinct(
          waiting.flatMap(({ rule_id: id, org_id, rule: name }) =>
            id === null ? [] : { id, org_id, name: name ?? "" },
          ),
        ),
      )
    ).map((rule) => [rule.id, rule]),
  );
  const sides = waiting.flatMap(({ alert_id: alert, rule_id }) => {
    const rule = rules.get(rule_id ?? 0);
    return alert === null || !rule ? [] : [{ alert, side: sideOf(rule) }];
  });
  return {
    alerts: new Map((await selectMessageFacts(tx, alertIds)).map((alert) => [alert.id, alert])),
    rules,
    sides: await selectSides(tx, distinct(sides), at),
    matches: await selectMatchFacts(tx, alertIds),
    earlier: await selectEarlierMessages(tx, { alertIds, recipients, now: at }),
    recipients: await selectRecipientFacts(
      tx,
      distinct(waiting.map(({ recipient, org_id }) => ({ recipient, org_id }))),
      at,
    ),
    quietHours: await selectQuietHours(tx, userIds),
    support,
  };
}

function idsOf<T>(all: readonly T[], idOf: (one: T) => number | null): number[] {
  return [...new Set(all.flatMap((one) => idOf(one) ?? []))];
}

function distinct<T extends object>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

type Decided = ReturnType<typeof decideAll>;
type Dropped = WaitingNotification & Extract<Decision, { act: "drop" }>;

function decideAll(waiting: readonly WaitingNotification[], facts: WaitingFacts, now: number) {
  const decided = oneForEachAlert(
    waiting.map((notification) => ({ notification, decision: decideNotification(notification, facts, now) })),
    now,
  );
  return {
    sent: decided.flatMap(({ notification, decision }) => (decision.act === "send" ? [notification] : [])),
    dropped: decided.flatMap(({ notification, decision }) =>
      decision.act === "drop" ? [{ ...notification, ...decision }] : [],
    ),
    delayed: decided.flatMap(({ notification, decision }) =>
      decision.act === "wait"
        ? [{ ...delay(notification, decision), ...pausedKey(notification, decision, facts) }]
        : [],
    ),
  };
}

/**
 * Keeps only the first message to a recipient about one alert: messages that are formed together may be sent in any order, and an end that
 * arrives last would close an alert that has begun again.
 */
function oneForEachAlert(
  decided: readonly { notification: WaitingNotification; decision: Decision }[],
  now: number,
): typeof decided {
  const first = new Map<string, string>();
  return decided.map((one) => {
    const { alert_id, recipient, group_key } = one.notification;
    if (alert_id === null || one.decision.act !== "send") return one;
    const about = `${alert_id} ${recipient}`;
    if (!first.has(about)) first.set(about, group_key);
    const isFirst = first.get(about) === group_key;
    return isFirst ? one : { ...one, decision: { act: "wait", until: now + RETRY_MS, why: BEING_SENT } };
  });
}

/** The decisions, but starts and steps wait while another transaction changes their match. */
function delayingBusy({ sent, dropped, delayed }: Decided, free: readonly SuppressedMatch[], now: number): Decided {
  const locked = new Set(free.map(({ alert_id, rule_id }) => `${alert_id}:${rule_id}`));
  const isBusy = (one: Dropped) => suppressedMatch(one).some((of) => !locked.has(`${of.alert_id}:${of.rule_id}`));
  const again = dropped.filter(isBusy).map((one) => delay(one, { until: now + RETRY_MS, why: one.why }));
  return { sent, dropped: dropped.filter((one) => !isBusy(one)), delayed: [...delayed, ...again] };
}

/** The match of a start or step if it was dropped only because its alert is suppressed. */
function suppressedMatch({ type, alert_id, rule_id, step, why, isSuppressed }: Dropped): SuppressedMatch[] {
  const isSentLater = type === "started" || type === "flapping" || type === "escalated";
  return isSuppressed && isSentLater && alert_id !== null && rule_id !== null ? [{ alert_id, rule_id, step, why }] : [];
}

function delay({ id, group_key }: WaitingNotification, { until, why }: { until: number; why: string }) {
  return { id, until: new Date(until).toISOString(), why, group_key };
}

/** The group key of notifications that wait for a paused channel, unless the channel has an event for each alert. */
function pausedKey(
  { type, recipient, org_id }: WaitingNotification,
  { forChannel }: { forChannel?: true },
  { recipients }: WaitingFacts,
) {
  const kind = recipients.get(`${recipient} ${org_id}`)?.kind;
  return forChannel && !(kind && channelKinds[kind].hasEventForEachAlert) ? { group_key: `${type}:resumed` } : {};
}

type FormingFor = { facts: WaitingFacts; origin: string; now: number };

function formFor(sent: readonly WaitingNotification[], { facts, origin, now }: FormingFor) {
  const messages: FormedMessage[] = [];
  const later: ReturnType<typeof delay>[] = [];
  for (const [recipient, all] of Map.groupBy(sent, (notification) => notification.recipient)) {
    const to = facts.recipients.get(`${recipient} ${all[0]?.org_id}`);
    if (!to) continue;
    const groups = [...Map.groupBy(all, ({ group_key }) => group_key).values()];
    const limited = limitMessages(groups, to, now);
    // A receiver that has to know each alert gets the others when active alerts are sent to it again.
    const listedMax = to.kind && channelKinds[to.kind].sendAgain ? RESENT_AT_ONCE : LISTED_MAX;
    for (const [group, isMore] of [
      ...limited.messages.map((one) => [one, false] as const),
      [limited.more, true] as const,
    ]) {
      const content = contentOf(group, {
        facts,
        origin,
        now,
        isMore,
        listedMax,
        timeZone: to.time_zone,
        unit: to.units,
      });
      const notifications = group.map(({ id }) => id);
      if (content) messages.push({ id: newId(), recipient, org_id: all[0]?.org_id ?? 0, content, notifications });
    }
    later.push(...limited.later.map((notification) => delay(notification, { until: limited.until, why: TOO_MANY })));
  }
  return { messages, later };
}

/** The number of alerts that fit in the 20 KB of a webhook. */
const LISTED_MAX = 30;
const TOO_MANY = `${MESSAGES_A_MINUTE} messages were sent within a minute. The others follow together.`;

function newId(): string {
  return `msg_${randomBytes(16).toString("hex")}`;
}

type ContentOptions = FormingFor & {
  isMore: boolean;
  listedMax: number;
  timeZone: Preferences["time_zone"];
  unit: Units;
};

/** The content of a message; null if it would be empty. An alert that several rules match is in it once. */
function contentOf(group: Group, options: ContentOptions): MessageContent | null {
  const [first] = group;
  if (!first) return null;
  if (first.alert_id === null) return personalContent([first, ...group.slice(1)], options);
  const byAlert = new Map(group.toReversed().map((notification) => [notification.alert_id, notification]));
  const listed = [...byAlert.values()].toReversed().flatMap((one) => listedAlert(one, options) ?? []);
  const [one, ...others] = listed;
  return one ? alertContent([one, ...others], { type: first.type, ...options }) : null;
}

function listedAlert(notification: WaitingNotification, { facts, unit }: ContentOptions): ListedAlert | null {
  const { alert_id, rule_id, step, type, created } = notification;
  const alert = facts.alerts.get(alert_id ?? 0);
  const rule = facts.rules.get(rule_id ?? 0);
  if (!alert || !rule) return null;
  const now = byRule(alert, facts.matches.get(`${alert.id}:${rule.id}`));
  // While its end waited, it may have begun again.
  const ended_at = now.ended_at ?? (type === "ended" ? created : null);
  return {
    alert: alertInUnits({ ...now, ended_at }, unit),
    rule,
    step,
    owner: facts.sides.get(`${alert.id}:${sideOf(rule)}`)?.owner ?? null,
  };
}
