import type { Timestamp } from "@groundcrew/shared/lib";
import type { DeliveryResult } from "@groundcrew/shared/notifications";
import { sql, type RawBuilder } from "kysely";
import { messageJob, type Message, type Outcome } from "../../channels/index.ts";
import type { Db } from "../../platform/db/index.ts";
import type { PushTarget } from "../devices/send-push.ts";

/** Stores an attempt, also when another server has leased the message meanwhile. */
export async function insertAttempt(tx: Db, { id }: Pick<Message, "id">, outcome: Outcome): Promise<void> {
  const { status, ms, why, answer } = outcome;
  await sql`
    insert into message_attempts (message_id, status, ms, why, answer)
    values (${id}, ${status}, ${Math.round(ms)}, ${why}, ${answer})`.execute(tx);
}

/** Stores the result of a message at its notifications; returns their number. With null, they keep their result. */
export async function updateNotifications(
  tx: Db,
  messageId: string,
  { result, why, mayHaveArrived }: { result: DeliveryResult | null; why: string; mayHaveArrived: boolean },
): Promise<number> {
  const found = await sql`
    update notifications set result = coalesce(${result}, result), why = ${why}, sent = case when ${result === "delivered"} then now() end,
      may_have_arrived = may_have_arrived or ${mayHaveArrived}
    where message_id = ${messageId}`.execute(tx);
  return Number(found.numAffectedRows ?? 0);
}

/** The pause of a channel; `until` is null if it lasts until somebody resumes the channel. Undefined if it is not paused. */
export async function findPause(db: Db, channelId: number): Promise<{ until: Timestamp | null } | undefined> {
  const found = await sql<{ until: Timestamp | null }>`
    select paused_until as until from channels
    where id = ${channelId} and paused is not null and (paused_until is null or paused_until > now())`.execute(db);
  return found.rows[0];
}

/** The address of a person, while they belong to the organization that a message is of. */
export async function findAddress(db: Db, userId: number, messageId: string): Promise<string | undefined> {
  const found = await sql<{ email: string }>`
    select u.email from users u where u.id = ${userId} and ${isOfMessage(messageId)}`.execute(db);
  return found.rows[0]?.email;
}

/** A device that has not ended, while its person belongs to the organization that a message is of. */
export async function findLiveDevice(db: Db, id: number, messageId: string): Promise<PushTarget | undefined> {
  const found = await sql<PushTarget>`
    select d.endpoint, d.p256dh, d.auth from devices d join users u on u.id = d.user_id
    where d.id = ${id} and d.ended is null and ${isOfMessage(messageId)}`.execute(db);
  return found.rows[0];
}

/** True if a user `u` belongs to the organization of a message's notifications. */
function isOfMessage(messageId: string): RawBuilder<boolean> {
  return sql<boolean>`
    exists (select from notifications n where n.message_id = ${messageId} and n.org_id = u.org_id)`;
}

/** The people who are notified when a channel fails: those who manage the organization's channels, and the person who created it; at most 50. */
export async function selectFailureRecipients(
  tx: Db,
  { org_id, creator_id }: { org_id: number; creator_id: number | null },
): Promise<string[]> {
  const found = await sql<{ email: string }>`
    select u.email from users u join organizations o on o.id = u.org_id
    where (u.org_id = ${org_id} and (u.can_manage or u.can_admin)) or (u.id = ${creator_id} and (u.org_id = ${org_id} or o.is_provider))
    order by u.email limit 50`.execute(tx);
  return found.rows.map(({ email }) => email);
}

/** The age of the oldest overdue notification in whole seconds; 0 without one. */
export async function findOldestWaiting(db: Db): Promise<number> {
  const found = await sql<{ oldest_s: number }>`
    select greatest(0, floor(extract(epoch from now() - least(
      (select min(send_after) from notifications where result = 'held' and message_id is null),
      (select min(run_after) from jobs where kind = ${messageJob.name} and receiver is not null and ended is null)
    ))))::bigint as oldest_s`.execute(db);
  return found.rows[0]?.oldest_s ?? 0;
}

/**
 * Active alerts of which a channel got a message, with the name of the rule of the message, which has matched since, by alert: at most `limit`
 * after the alert `after`. An alert that begins again by its rule is not sent again before its new start.
 */
export async function selectOpenAlertsOf(
  db: Db,
  channelId: number,
  { after, limit }: { after: number; limit: number },
): Promise<{ alert: number; rule: number; name: string }[]> {
  const found = await sql<{ alert: number; rule: number; name: string }>`
    select distinct on (n.alert_id) n.alert_id as alert, n.rule_id as rule, coalesce(r.name, n.rule, '') as name
    from channels c join organizations o on o.id = c.org_id
      join notifications n on n.recipient = 'channel:' || c.id and n.org_id = c.org_id
      join alerts a on a.id = n.alert_id and (o.is_provider or a.org_id = c.org_id) left join alerts p on p.id = a.parent_id
      left join alert_matches m on m.alert_id = a.id and m.rule_id = n.rule_id left join alert_rules r on r.id = n.rule_id
    where c.id = ${channelId} and a.ended_at is null and m.ended_at is null and not a.in_maintenance
      and (a.parent_id is null or (p.org_id is null and not o.is_provider))
      and n.result = 'delivered' and n.type in ('started', 'changed', 'repeated', 'escalated', 'flapping')
      and (m.since is null or n.created >= date_trunc('milliseconds', m.since)) and n.rule_id is not null and n.alert_id > ${after}
    order by n.alert_id, n.rule_id limit ${limit}`.execute(db);
  return found.rows;
}
