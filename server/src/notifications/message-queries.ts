import type { Timestamp } from "@groundcrew/shared/lib";
import type { DeliveryResult } from "@groundcrew/shared/notifications";
import { sql, type RawBuilder } from "kysely";
import type { Message, MessageContent, Outcome } from "../channels/index.ts";
import type { Db } from "../db/index.ts";
import type { PushTarget } from "./send-push.ts";

/**
 * A message that this server has leased. `tries` counts this attempt too, and those during which a server stopped; `failures` are the attempts
 * that have failed. Its recipient is `failing` if an earlier attempt to send it something
 * has failed and is to be repeated.
 */
export type LeasedMessage = {
  id: string;
  recipient: string;
  content: MessageContent;
  tries: number;
  failures: number;
  created: Timestamp;
  failing: boolean;
};

/** The numbers of messages to lease for recipients that are failing, and for others. */
export type Free = { failing: number; others: number };

/** The messages of one organization that all servers send at once, so that receivers that do not answer only delay their own organization. */
const PLACES_OF_ONE: Free = { failing: 3, others: 8 };

/**
 * Leases messages that are due, longest waiting first, one for each recipient to which no server is sending, so that a slow recipient does
 * not delay the others. Failing recipients are picked at random, so that one with many messages does not delay the other failing ones. If
 * this server stops, another one takes them over when the lease ends. Times are the database's, which all servers share.
 */
export async function leaseMessages(db: Db, free: Free): Promise<LeasedMessage[]> {
  const found = await sql<LeasedMessage>`
    with busy as (
      select org_id, tries > 1 as failing, count(*) as sending from messages where ended is null and leased_until > now() group by 1, 2
    ), first as (
      select distinct on (recipient) id, recipient, due, org_id from messages m
      where ended is null and due <= now() and not exists (
        select from messages leased where leased.recipient = m.recipient and leased.ended is null and leased.leased_until > now()
      )
      order by recipient, due, id
    ), judged as (
      select id, due, org_id, exists (
        select from messages tried where tried.recipient = first.recipient and tried.ended is null and tried.tries > 0
      ) as failing
      from first
    ), placed as (
      select id, due, failing, case when org_id is null then 0 else coalesce(sending, 0) + row_number() over (
        partition by org_id, failing order by case when failing then random() end, due, id
      ) end as place
      from judged left join busy using (org_id, failing)
    ), chosen as (
      (select id, failing from placed where not failing and place <= ${PLACES_OF_ONE.others} order by due, id limit ${free.others})
      union all
      (select id, failing from placed where failing and place <= ${PLACES_OF_ONE.failing} order by random(), id limit ${free.failing})
    ), locked as (
      select m.id, chosen.failing from messages m join chosen using (id)
      where m.ended is null and m.due <= now() and (m.leased_until is null or m.leased_until <= now())
      order by m.id for update of m skip locked
    )
    update messages m set tries = tries + 1, leased_until = now() + interval '60 seconds'
    from locked where m.id = locked.id
    returning m.id, recipient, content, tries, created, failing,
      (select count(*)::integer from message_attempts a where a.message_id = m.id) as failures`.execute(db);
  return found.rows;
}

/** Stores an attempt, also when another server has leased the message meanwhile. */
export async function insertAttempt(tx: Db, { id }: Pick<Message, "id">, outcome: Outcome): Promise<void> {
  const { status, ms, why, answer } = outcome;
  await sql`
    insert into message_attempts (message_id, status, ms, why, answer)
    values (${id}, ${status}, ${Math.round(ms)}, ${why}, ${answer})`.execute(tx);
}

/** Ends a message with the result of its notifications; returns their number, 0 when another server has leased it. */
export async function endMessage(
  tx: Db,
  { id, tries }: LeasedMessage,
  { result, why, mayHaveArrived = false }: { result: DeliveryResult; why: string; mayHaveArrived?: boolean },
): Promise<number> {
  const found = await sql`
    with message as (
      update messages set ended = now(), leased_until = null where id = ${id} and tries = ${tries} and ended is null returning id
    )
    update notifications n set result = ${result}, why = ${why}, sent = case when ${result === "delivered"} then now() end,
      may_have_arrived = may_have_arrived or ${mayHaveArrived}
    from message m where n.message_id = m.id`.execute(tx);
  return Number(found.numAffectedRows ?? 0);
}

/** Schedules the next attempt of a message. Does nothing when another server has leased it. */
export async function retryMessage(
  tx: Db,
  { id, tries }: LeasedMessage,
  { waitMs, why, mayHaveArrived }: { waitMs: number; why: string; mayHaveArrived: boolean },
): Promise<void> {
  await sql`
    with message as (
      update messages set leased_until = null, due = now() + ${waitMs} * interval '1 millisecond'
      where id = ${id} and tries = ${tries} and ended is null returning id
    )
    update notifications n set result = 'retrying', why = ${why}, may_have_arrived = may_have_arrived or ${mayHaveArrived}
    from message m where n.message_id = m.id`.execute(tx);
}

/** Postpones a message until a pause ends, without counting it as an attempt. Does nothing when another server has leased it. */
export async function postponeMessage(
  tx: Db,
  { id, tries }: LeasedMessage,
  { until, why }: { until: Timestamp; why: string },
): Promise<void> {
  await sql`
    with message as (
      update messages set leased_until = null, due = ${until}, tries = tries - 1
      where id = ${id} and tries = ${tries} and ended is null returning id
    )
    update notifications n set why = ${why} from message m where n.message_id = m.id`.execute(tx);
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
      (select min(due) from messages where ended is null)
    ))))::bigint as oldest_s`.execute(db);
  return found.rows[0]?.oldest_s ?? 0;
}
