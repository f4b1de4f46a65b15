import type { PersonalTopic, QuietHours } from "@groundcrew/shared/notifications";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import type { Recipient } from "./event-queries.ts";
import type { NotificationRow } from "./plan-notifications.ts";

const AT_ONCE = 2_000;

/** Splits rows into pieces that can be stored well within the time that a statement may take. */
export function chunked<T>(rows: readonly T[]): T[][] {
  const starts = Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, piece) => piece * AT_ONCE);
  return starts.map((from) => rows.slice(from, from + AT_ONCE));
}

/** Stores notifications. */
export async function insertNotifications(tx: Db, rows: readonly NotificationRow[]): Promise<void> {
  for (const piece of chunked(rows)) {
    const json = JSON.stringify(piece);
    await sql`
      insert into notifications (created, org_id, type, alert_id, step, title, body, path, rule_id, rule, recipient, channel_id, channel,
        user_id, person, device_id, device, group_key, urgent, passes_quiet, send_after, result, why)
      select created, org_id, type, alert_id, step, title, body, path, rule_id, rule, recipient, channel_id, channel, user_id, person,
        device_id, device, group_key, urgent, passes_quiet, send_after, result, why
      from json_to_recordset(${json}) as n(created timestamptz, org_id integer, type text, alert_id bigint, step integer, title text,
        body text, path text, rule_id integer, rule text, recipient text, channel_id integer, channel text, user_id integer, person text,
        device_id integer, device text, group_key text, urgent boolean, passes_quiet boolean, send_after timestamptz, result text,
        why text)`.execute(tx);
  }
}

/** The quiet hours of people, by user. */
export async function selectQuietHours(tx: Db, userIds: readonly number[]): Promise<Map<number, QuietHours>> {
  const found = await sql<QuietHours & { user_id: number }>`
    select user_id, starts as from, ends as to, zone, urgent_after_hour from quiet_hours
    where user_id = any(${userIds}::integer[]) limit ${userIds.length}`.execute(tx);
  return new Map(found.rows.map(({ user_id, ...hours }) => [user_id, hours]));
}

/** A recipient of events that concern one person. */
export type PersonalRecipient = Omit<Recipient, "kind" | "channel_id" | "channel"> & { org_id: number };

/** The recipients of a person for a topic: email and each active device, unless they have chosen otherwise. */
export async function selectPersonalRecipients(
  tx: Db,
  user: number,
  topic: PersonalTopic,
): Promise<PersonalRecipient[]> {
  const found = await sql<PersonalRecipient>`
    with person as (
      select u.id, u.org_id, coalesce(nullif(u.name, ''), u.email) as name, coalesce(t.email, true) as email, coalesce(t.push, true) as push
      from users u left join topic_subscriptions t on t.user_id = u.id and t.topic = ${topic}
      where u.id = ${user}
    )
    select org_id, 'email:' || id as recipient, id as user_id, name as person, null::integer as device_id, null as device
    from person where email
    union all
    select p.org_id, 'push:' || d.id, p.id, p.name, d.id, d.name
    from person p join devices d on d.user_id = p.id and d.ended is null where p.push`.execute(tx);
  return found.rows;
}
