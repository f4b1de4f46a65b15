import type { AlertRule, QuietPeriod, Severity } from "@groundcrew/shared/alerts";
import type { ChannelKind } from "@groundcrew/shared/channels";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { RECEIVING_KINDS } from "../../channels/index.ts";
import type { Db } from "../../platform/db/index.ts";
import { stationTitle } from "../../stations/index.ts";

/**
 * The columns of an alert that notifications by one rule need. `severity` and title are those of the rule's match; `subject` is the title with
 * the station's: "Offline (Atlas 0012)". `is_over` is true if the rule no longer matches.
 */
export type NotifiedAlert = {
  id: number;
  rule: number;
  is_over: boolean;
  org_id: number | null;
  /** The name of its place, and the number of the site there if there is one. */
  site: string | null;
  site_id: number | null;
  severity: Severity;
  subject: string;
  fired_at: Timestamp;
};

/** The columns of a rule that its notifications need. */
export type NotifyingRule = {
  id: number;
  org_id: number;
  is_provider: boolean;
  name: string;
  group_by: AlertRule["group_by"];
  quiet: QuietPeriod | null;
  tells_recovery: boolean;
  steps: AlertRule["steps"];
};

/** The recipient of a notification, as its columns; `kind` is that of a channel. */
export type Recipient = {
  recipient: string;
  kind: ChannelKind | null;
  channel_id: number | null;
  channel: string | null;
  user_id: number | null;
  person: string | null;
  device_id: number | null;
  device: string | null;
};

/** The title of a station `s` of an alert `a`, but not one that another organization has given it since. */
export const STATION_TITLE = sql<string>`coalesce(a.station_title, ${stationTitle})`;

/** Alerts with their matches; unknown ones are left out. */
export async function selectNotifiedAlerts(
  tx: Db,
  pairs: readonly { alert: number; rule: number }[],
): Promise<NotifiedAlert[]> {
  const found = await sql<NotifiedAlert>`
    select a.id, p.rule, a.org_id, a.site, (
        select site_id from stations where name = coalesce(a.station_name, substring(a.subject from '^site:(.+)$')) and org_id = a.org_id
      ) as site_id, coalesce(m.severity, a.severity) as severity,
      coalesce(m.title, a.title) || coalesce(' (' || ${STATION_TITLE} || ')', '') as subject, a.fired_at,
      a.ended_at is not null or m.ended_at is not null as is_over
    from json_to_recordset(${JSON.stringify(pairs)}) as p(alert integer, rule integer) join alerts a on a.id = p.alert
      left join alert_matches m on m.alert_id = a.id and m.rule_id = p.rule left join stations s on s.name = a.station_name
    order by a.id, p.rule limit ${pairs.length}`.execute(tx);
  return found.rows;
}

/** Rules by id; unknown ones are left out. */
export async function selectNotifyingRules(tx: Db, ids: readonly number[]): Promise<NotifyingRule[]> {
  const found = await sql<NotifyingRule>`
    select r.id, r.org_id, o.is_provider, r.name, r.group_by, r.quiet, r.tells_recovery, r.steps
    from alert_rules r join organizations o on o.id = r.org_id
    where r.id = any(${ids}::integer[]) order by r.id limit ${ids.length}`.execute(tx);
  return found.rows;
}

/** A recipient of a rule, or of a step of its escalation, from 0. */
export type RuleRecipient = Recipient & { rule: number; step: number | null };

/** The names of people and their devices in the columns of notifications, with `u` for the user and `d` for the device. */
const personName = sql<string>`coalesce(nullif(u.name, ''), u.email)`;

/**
 * The recipients of rules and of their steps, in any order: channels of the rule's organization, and people who belong to it, by email and
 * on each device that has not ended.
 */
export async function selectRuleRecipients(tx: Db, ruleIds: readonly number[]): Promise<RuleRecipient[]> {
  const found = await sql<RuleRecipient>`
    with rules as (
      select id as rule, org_id, channels, steps from alert_rules where id = any(${ruleIds}::integer[])
    ), steps as (
      select rule, org_id, (place - 1)::integer as step, of.value
      from rules cross join jsonb_array_elements(steps) with ordinality as of(value, place)
    ), wanted_channels as (
      select rule, org_id, null::integer as step, unnest(channels) as channel_id from rules
      union
      select rule, org_id, step, id::integer from steps cross join jsonb_array_elements_text(value->'channels') id
    ), wanted_people as (
      select r.rule, r.org_id, null::integer as step, p.user_id, p.email, p.push
      from rules r join rule_subscriptions p on p.rule_id = r.rule
      union
      select rule, org_id, step, id::integer, true, true from steps cross join jsonb_array_elements_text(value->'people') id
    ), people as (
      select w.rule, w.step, u.id, ${personName} as name, w.email, w.push
      from wanted_people w join users u on u.id = w.user_id and u.org_id = w.org_id
    )
    select w.rule, w.step, 'channel:' || c.id as recipient, c.kind, c.id as channel_id, c.name as channel,
      null::integer as user_id, null as person, null::integer as device_id, null as device
    from wanted_channels w join channels c on c.id = w.channel_id and c.org_id = w.org_id and c.kind <> all(${RECEIVING_KINDS})
    union all
    select rule, step, 'email:' || id, null, null, null, id, name, null, null from people where email
    union all
    select p.rule, p.step, 'push:' || d.id, null, null, null, p.id, p.name, d.id, d.name
    from people p join devices d on d.user_id = p.id and d.ended is null
    where p.push`.execute(tx);
  return found.rows;
}

/**
 * A recipient of an earlier notification of an alert by a rule, since its match began. `got` is true if one may have arrived, or is being sent;
 * `awaits_end` is true if that holds for any rule, since the last end of the alert that was sent to them; `is_on` is true if the rule still
 * matches, and notifies of the end later.
 */
export type EarlierRecipient = Recipient & {
  alert: number;
  rule: number;
  got: boolean;
  awaits_end: boolean;
  is_on: boolean;
};

/** The types of notifications that say that an alert is active. */
const OPEN_TYPES = ["started", "changed", "repeated", "escalated", "flapping"];

/** The earlier recipients of alerts that still exist and belong to the rule's organization; in any order. */
export async function selectEarlierRecipients(tx: Db, alertIds: readonly number[]): Promise<EarlierRecipient[]> {
  // Reads the notifications once: joined with themselves, thousands would be compared with thousands while PostgreSQL has no statistics about them.
  const found = await sql<EarlierRecipient>`
    with sent as (
      select n.id, n.alert_id, n.rule_id, n.recipient, n.channel_id, n.user_id, n.device_id, n.org_id, n.created, n.type,
        n.result in ('delivered', 'retrying') or n.may_have_arrived or (n.result = 'held' and n.message_id is not null) as got,
        max(n.id) filter (where n.type = 'ended' and n.result <> 'not_sent') over (partition by n.alert_id, n.recipient) as ended
      from notifications n where n.alert_id = any(${alertIds}::bigint[])
    ), opened as (
      select *, bool_or(got and id > coalesce(ended, 0)) over (partition by alert_id, recipient) as awaits_end
      from sent where type = any(${OPEN_TYPES})
    )
    select n.alert_id as alert, n.rule_id as rule, n.recipient, c.kind, n.channel_id, c.name as channel, n.user_id,
      ${personName} as person, n.device_id, d.name as device, bool_or(n.got) as got, n.awaits_end,
      coalesce(m.alert_id is not null and m.ended_at is null and a.ended_at is null and r.tells_recovery, false) as is_on
    from opened n left join alerts a on a.id = n.alert_id left join alert_matches m on m.alert_id = n.alert_id and m.rule_id = n.rule_id
      left join alert_rules r on r.id = n.rule_id left join channels c on c.id = n.channel_id left join users u on u.id = n.user_id and u.org_id = n.org_id
      left join devices d on d.id = n.device_id and d.ended is null
    where n.rule_id is not null and (m.since is null or n.created >= date_trunc('milliseconds', m.since)) and case split_part(n.recipient, ':', 1)
        when 'channel' then c.id is not null when 'email' then u.id is not null else u.id is not null and d.id is not null
      end
    group by n.alert_id, n.rule_id, n.awaits_end, a.ended_at, m.alert_id, m.ended_at, r.tells_recovery, n.recipient, c.kind, n.channel_id, c.name, n.user_id, u.name, u.email, n.device_id, d.name`.execute(
    tx,
  );
  return found.rows;
}

/** Alerts that someone on a side has acknowledged, as `alert:side`; side 0 is support staff. */
export async function selectAcknowledged(tx: Db, alertIds: readonly number[]): Promise<Set<string>> {
  const found = await sql<{ key: string }>`
    with subjects as (
      select id || coalesce('-' || side, '') as subject, id || ':' || coalesce(side, 0) as key
      from (
        select a.id, null::integer as side from alerts a where a.id = any(${alertIds}::integer[])
        union all
        select a.id, a.org_id from alerts a where a.id = any(${alertIds}::integer[]) and a.org_id is not null
      ) sides
    )
    select key from subjects join ownerships o on o.kind = 'alert' and o.subject = subjects.subject
    where o.acknowledged_at is not null`.execute(tx);
  return new Set(found.rows.map(({ key }) => key));
}

/** Drops waiting notifications of alerts by rules, with a sentence as the reason. */
export async function dropWaiting(
  tx: Db,
  matches: readonly { alert: number; rule: number; why: string }[],
): Promise<void> {
  if (matches.length === 0) return;
  await sql`
    update notifications n set result = 'not_sent', why = m.why
    from json_to_recordset(${JSON.stringify(matches)}) as m(alert bigint, rule integer, why text)
    where n.alert_id = m.alert and n.rule_id = m.rule and n.result = 'held' and n.message_id is null
      and n.type <> 'ended'`.execute(tx);
}

/** Since when the first notification of a recipient with a group key has been waiting (ms), by recipient and key joined by a space. */
export async function selectFirstWaiting(
  tx: Db,
  recipients: readonly string[],
  keys: readonly string[],
): Promise<Map<string, number>> {
  const found = await sql<{ recipient: string; group_key: string; since: Timestamp }>`
    select recipient, group_key, min(created) as since from notifications
    where recipient = any(${recipients}) and group_key = any(${keys}) and result = 'held' and message_id is null
    group by recipient, group_key`.execute(tx);
  return new Map(found.rows.map(({ recipient, group_key, since }) => [`${recipient} ${group_key}`, Date.parse(since)]));
}
