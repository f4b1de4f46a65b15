import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { messageJob, type MessageContent } from "../../channels/index.ts";
import type { Db } from "../../platform/db/index.ts";
import { chunked } from "../plan/notify-queries.ts";

/** Stores why notifications will not be sent. */
export async function storeDropped(tx: Db, dropped: readonly { id: number; why: string }[]): Promise<void> {
  for (const piece of chunked(dropped)) {
    await sql`
      update notifications n set result = 'not_sent', why = d.why
      from json_to_recordset(${JSON.stringify(piece)}) as d(id bigint, why text) where n.id = d.id`.execute(tx);
  }
}

/** A match whose start or escalation step was dropped because its alert is suppressed, and the reason. */
export type SuppressedMatch = { alert_id: number; rule_id: number; step: number | null; why: string };

/** Locks active matches and their alerts until the transaction ends, and returns them; those that another transaction changes are left out. */
export async function lockMatches(tx: Db, matches: readonly SuppressedMatch[]): Promise<SuppressedMatch[]> {
  if (matches.length === 0) return [];
  const locked = await sql<SuppressedMatch>`
    select d.alert_id, d.rule_id, d.step, d.why
    from ${given(matches)} join alerts a on a.id = d.alert_id
      join alert_matches m on m.alert_id = d.alert_id and m.rule_id = d.rule_id
    order by d.alert_id, d.rule_id limit ${matches.length} for no key update of a, m skip locked`.execute(tx);
  return locked.rows;
}

/**
 * Resets the start of locked matches, or their steps, at `now`, unless someone was notified of them: they start again, or take the step again,
 * once they are no longer suppressed. That may already be so, which is why they are decided again soon.
 */
export async function storeSuppressed(tx: Db, matches: readonly SuppressedMatch[], now: Timestamp): Promise<void> {
  if (matches.length === 0) return;
  const notified = sql`
    select from notifications n
    where n.alert_id = m.alert_id and n.rule_id = m.rule_id and n.result <> 'not_sent' and n.created >= m.since`;
  await sql`
    update alert_matches m set steps = d.step
    from (select alert_id, rule_id, min(step) as step from ${given(matches)} group by alert_id, rule_id) d
    where m.alert_id = d.alert_id and m.rule_id = d.rule_id and m.ended_at is null and d.step < m.steps
      and not exists (${notified} and n.step >= d.step)`.execute(tx);
  await sql`
    update alert_matches m
    set announced_at = null, repeated_at = null, steps = 0, flapping_announced = false, held = rtrim(d.why, '.')
    from ${given(matches)}
    where m.alert_id = d.alert_id and m.rule_id = d.rule_id and m.ended_at is null and d.step is null
      and not exists (${notified} and (n.step is null or n.message_id is not null))`.execute(tx);
  await sql`
    update alerts set due_at = least(due_at, ${now}::timestamptz + interval '1 minute')
    where id in (select alert_id from ${given(matches)})`.execute(tx);
}

function given(matches: readonly SuppressedMatch[]) {
  return sql`json_to_recordset(${JSON.stringify(matches)}) as d(alert_id integer, rule_id integer, step integer, why text)`;
}

/** Stores until when and why notifications wait, and the group key with which they are then sent in one message. */
export async function storeWaiting(
  tx: Db,
  waiting: readonly { id: number; until: Timestamp; why: string; group_key: string }[],
): Promise<void> {
  for (const piece of chunked(waiting)) {
    await sql`
      update notifications n set send_after = w.until, why = w.why, group_key = w.group_key
      from json_to_recordset(${JSON.stringify(piece)}) as w(id bigint, until timestamptz, why text, group_key text)
      where n.id = w.id`.execute(tx);
  }
}

/** A message to store with the notifications that are in it. */
export type FormedMessage = {
  id: string;
  recipient: string;
  org_id: number;
  content: MessageContent;
  notifications: readonly number[];
};

/** Stores messages, to be sent at once. */
export async function insertMessages(tx: Db, messages: readonly FormedMessage[], now: Timestamp): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    insert into jobs (kind, key, receiver, org_id, payload, created, run_after)
    select ${messageJob.name}, id, recipient, org_id, content, ${now}, ${now}
    from json_to_recordset(${JSON.stringify(messages)}) as m(id text, recipient text, org_id integer, content jsonb)`.execute(
    tx,
  );
  const members = messages.flatMap(({ id, notifications }) =>
    notifications.map((notification) => ({ id: notification, message: id })),
  );
  for (const piece of chunked(members)) {
    await sql`
      update notifications n set message_id = m.message, why = ''
      from json_to_recordset(${JSON.stringify(piece)}) as m(id bigint, message text) where n.id = m.id`.execute(tx);
  }
}
