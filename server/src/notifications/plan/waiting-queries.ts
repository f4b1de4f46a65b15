import type { QuietPeriod, Severity } from "@groundcrew/shared/alerts";
import type { ChannelKind } from "@groundcrew/shared/channels";
import type { Timestamp } from "@groundcrew/shared/lib";
import type { NotificationType } from "@groundcrew/shared/notifications";
import { usualPreferences, type Preferences } from "@groundcrew/shared/sessions";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import { stationTitle } from "../../stations/index.ts";
import { STATION_TITLE } from "./event-queries.ts";

/** A notification that is not yet in a message. */
export type WaitingNotification = {
  id: number;
  created: Timestamp;
  type: NotificationType;
  org_id: number;
  alert_id: number | null;
  step: number | null;
  title: string;
  body: string | null;
  path: string | null;
  rule_id: number | null;
  rule: string | null;
  recipient: string;
  channel_id: number | null;
  user_id: number | null;
  device_id: number | null;
  group_key: string;
  urgent: boolean;
  passes_quiet: boolean;
  send_after: Timestamp;
  why: string;
};

const RECIPIENTS_AT_ONCE = 10;
/** More than an outage of all stations causes for one recipient, so that they are in one message. */
const ROWS_AT_ONCE = 20_000;

/**
 * Locks the recipients of due notifications at `now` until the transaction ends, longest waiting first, so that no other server forms a message
 * to them at the same time.
 */
export async function lockDueRecipients(tx: Db, now: Timestamp): Promise<string[]> {
  const found = await sql<{ recipient: string }>`
    with due as (
      select recipient, min(send_after) as first from notifications
      where result = 'held' and message_id is null and send_after <= ${now}
      group by recipient order by first, recipient limit ${RECIPIENTS_AT_ONCE}
    )
    select recipient from due where pg_try_advisory_xact_lock(hashtextextended('notifications of ' || recipient, 0))
    order by first, recipient`.execute(tx);
  return found.rows.map(({ recipient }) => recipient);
}

/** Locks the waiting notifications of recipients, earliest due first; skips those that other servers have locked. */
export async function lockWaiting(tx: Db, recipients: readonly string[]): Promise<WaitingNotification[]> {
  const found = await sql<WaitingNotification>`
    select n.id, n.created, n.type, n.org_id, n.alert_id, n.step, n.title, n.body, n.path, n.rule_id, n.rule, n.recipient, n.channel_id, n.user_id,
      n.device_id, n.group_key, n.urgent, n.passes_quiet, n.send_after, n.why
    from notifications n
    where n.result = 'held' and n.message_id is null and n.recipient = any(${recipients})
    order by n.send_after, n.id limit ${ROWS_AT_ONCE} for update of n skip locked`.execute(tx);
  return found.rows;
}

/** The facts of an alert that messages contain. `stations` are at most 200. `time_zone` is that of the site of one of them, `lat` and `lng` are where it is. */
export type MessageFacts = {
  id: number;
  kind: string;
  org_id: number | null;
  severity: Severity;
  title: string;
  detail: string;
  since: Timestamp;
  fired_at: Timestamp;
  ended_at: Timestamp | null;
  end_reason: string | null;
  organization: string | null;
  site: string | null;
  station_count: number;
  in_maintenance: boolean;
  maintenance_until: Timestamp | null;
  maintenance_by: string | null;
  maintenance_by_staff: boolean | null;
  parent: string | null;
  parent_org_id: number | null;
  is_stale: boolean;
  stations: { name: string; title: string }[];
  lat: number | null;
  lng: number | null;
  time_zone: string | null;
};

/** Alerts by id. An alert that others are grouped into has their stations. */
export async function selectMessageFacts(tx: Db, ids: readonly number[]): Promise<MessageFacts[]> {
  const found = await sql<MessageFacts>`
    select a.id, a.kind, a.org_id, a.severity, a.title, a.detail, a.since, a.fired_at, a.ended_at, a.end_reason, o.name as organization,
      a.site, a.stations as station_count, a.in_maintenance, w.ends as maintenance_until, w.by_name as maintenance_by,
      w.by_staff as maintenance_by_staff, p.title as parent, p.org_id as parent_org_id, a.is_stale, coalesce(s.all, '[]') as stations, place.lat, place.lng,
      place.time_zone
    from alerts a left join organizations o on o.id = a.org_id left join alerts p on p.id = a.parent_id
      left join stations own on own.name = a.station_name left join maintenance_windows w on w.id = own.maintenance_id
      left join lateral (
        select json_agg(json_build_object('name', name, 'title', title) order by title, name) as all from (
          select distinct s.name, case when s.name = a.station_name then ${STATION_TITLE} else ${stationTitle} end as title
          from stations s
          where s.name = any(a.members || a.station_name || array(select c.station_name from alerts c where c.parent_id = a.id))
            and (s.name = a.station_name or a.org_id is null or s.org_id = a.org_id)
          order by title, name limit 200
        ) listed
      ) s on true
      left join lateral (
        select l.lat, l.lng, sites.time_zone from stations here left join sites on sites.id = here.site_id
        left join lateral (
          select lat, lng from station_locations
          where station_name = here.name and lat is not null and lng is not null order by created desc, id desc limit 1
        ) l on true
        where here.name = coalesce(a.station_name, a.members[1], (
          select c.station_name from alerts c where c.parent_id = a.id and c.station_name is not null order by c.id limit 1
        )) and a.station_title is null
      ) place on true
    where a.id = any(${ids}::integer[]) order by a.id limit ${ids.length}`.execute(tx);
  return found.rows;
}

/** The state of an alert on a side: its mute, and the owner who has acknowledged it. */
export type SideFacts = { muted_until: Timestamp | null; muted_by: string | null; owner: string | null };

/** The states of alerts on sides, by `alert:side`; side 0 is support staff. */
export async function selectSides(
  tx: Db,
  pairs: readonly { alert: number; side: number }[],
  now: Timestamp,
): Promise<Map<string, SideFacts>> {
  const found = await sql<SideFacts & { key: string }>`
    select p.alert || ':' || p.side as key, m.until as muted_until, m.by_name as muted_by, coalesce(nullif(u.name, ''), u.email) as owner
    from json_to_recordset(${JSON.stringify(pairs)}) as p(alert integer, side integer)
      left join alert_mutes m on m.alert_id = p.alert and m.side = p.side and m.until > ${now}
      left join ownerships o on o.kind = 'alert' and o.acknowledged_at is not null
        and o.subject = p.alert || case when p.side = 0 then '' else '-' || p.side end
      left join users u on u.id = o.owner_id`.execute(tx);
  return new Map(found.rows.map(({ key, ...facts }) => [key, facts]));
}

/** A rule's match of an alert: its content, when it was announced, and whether it has ended. Fields that an older version did not store are null. */
export type MatchFacts = {
  severity: Severity | null;
  title: string | null;
  detail: string | null;
  announced_at: Timestamp | null;
  ended_at: Timestamp | null;
  end_reason: string | null;
};

/** The matches of alerts, by `alert:rule`. */
export async function selectMatchFacts(tx: Db, alertIds: readonly number[]): Promise<Map<string, MatchFacts>> {
  const found = await sql<MatchFacts & { key: string }>`
    select m.alert_id || ':' || m.rule_id as key, m.severity, m.title, m.detail, m.announced_at, m.ended_at, m.end_reason
    from alert_matches m where m.alert_id = any(${alertIds}::integer[])`.execute(tx);
  return new Map(found.rows.map(({ key, ...facts }) => [key, facts]));
}

/** An alert with the content of a rule's match; its own content without a match. */
export function byRule(alert: MessageFacts, match: MatchFacts | undefined): MessageFacts {
  if (!match) return alert;
  return {
    ...alert,
    severity: match.severity ?? alert.severity,
    title: match.title ?? alert.title,
    detail: match.detail ?? alert.detail,
    ended_at: match.ended_at ?? alert.ended_at,
    end_reason: match.end_reason ?? alert.end_reason,
  };
}

/**
 * The state of earlier messages about an alert to a recipient: whether its start or a follow-up may have arrived, when the next attempt of
 * messages that are being sent is due (null without any), the rules whose start is not in a message yet, and those by which a message of the last
 * hour has reported it as worse. Messages are formed some time after the finding, so two of them can be a little less than an hour apart.
 */
export type EarlierMessages = {
  arrived: boolean;
  next_attempt: Timestamp | null;
  starting: number[];
  worse: number[];
};

/** Earlier messages about alerts, by `alert recipient`. */
export async function selectEarlierMessages(
  tx: Db,
  { alertIds, recipients, now }: { alertIds: readonly number[]; recipients: readonly string[]; now: Timestamp },
): Promise<Map<string, EarlierMessages>> {
  const found = await sql<EarlierMessages & { key: string }>`
    select n.alert_id || ' ' || n.recipient as key, 
      bool_or((n.result = 'delivered' or n.may_have_arrived) and n.type not in ('acknowledged', 'ended')) as arrived,
      min(m.run_after) filter (where n.result in ('held', 'retrying')) as next_attempt,
      coalesce(array_agg(n.rule_id) filter (
        where n.result = 'held' and n.message_id is null and n.type in ('started', 'flapping')), '{}') as starting,
      coalesce(array_agg(n.rule_id) filter (where n.type = 'changed' and m.created > ${now}::timestamptz - interval '55 minutes'), '{}') as worse
    from notifications n left join jobs m on m.key = n.message_id
    where n.alert_id = any(${alertIds}::bigint[]) and n.recipient = any(${recipients})
      and n.type in ('started', 'changed', 'repeated', 'escalated', 'flapping', 'acknowledged', 'ended')
    group by n.alert_id, n.recipient`.execute(tx);
  return new Map(found.rows.map(({ key, ...facts }) => [key, facts]));
}

/** The current state of a recipient. `exists` is false when it was removed, or no longer belongs to the organization that notifies it. */
export type RecipientFacts = {
  recipient: string;
  exists: boolean;
  /** True for an admin's address or device. */
  is_admin: boolean;
  kind: ChannelKind | null;
  is_paused: boolean;
  paused_until: Timestamp | null;
  /** How the person reads times and temperatures; as usual for a channel, which many people read. */
  time_zone: Preferences["time_zone"];
  units: Preferences["units"];
  /** The number of messages created in the last minute, without tests, and the time of the first of them. */
  messages: number;
  first_message: Timestamp | null;
};

/** Recipients of an organization's notifications, by `recipient organization`. */
export async function selectRecipientFacts(
  tx: Db,
  pairs: readonly { recipient: string; org_id: number }[],
  now: Timestamp,
): Promise<Map<string, RecipientFacts>> {
  const found = await sql<RecipientFacts & { key: string }>`
    select p.recipient || ' ' || p.org_id as key, p.recipient,
      coalesce(c.id is not null or (u.id is not null and (p.recipient like 'email:%' or d.id is not null)), false) as exists,
      coalesce(u.can_admin, false) as is_admin, c.kind,
      coalesce(c.paused is not null and (c.paused_until is null or c.paused_until > ${now}), false) as is_paused, c.paused_until,
      coalesce(u.time_zone, ${usualPreferences.time_zone}) as time_zone, coalesce(u.units, ${usualPreferences.units}) as units,
      coalesce(m.messages, 0) as messages, m.first_message
    from (
      select recipient, org_id, split_part(recipient, ':', 1) as way, split_part(recipient, ':', 2)::integer as id
      from json_to_recordset(${JSON.stringify(pairs)}) as p(recipient text, org_id integer)
    ) p
      left join channels c on p.way = 'channel' and c.id = p.id and c.org_id = p.org_id
      left join devices d on p.way = 'push' and d.id = p.id and d.ended is null
      left join users u on u.id = case p.way when 'email' then p.id when 'push' then d.user_id end and u.org_id = p.org_id
      left join lateral (
        select count(*)::integer as messages, min(created) as first_message from jobs
        where receiver = p.recipient and created > ${now}::timestamptz - interval '1 minute' and payload->>'type' <> 'test'
      ) m on true`.execute(tx);
  return new Map(found.rows.map(({ key, ...facts }) => [key, facts]));
}

/** The facts of a rule that decide whether its notifications may be sent, and that messages contain. */
export type RuleFacts = {
  id: number;
  org_id: number;
  is_provider: boolean;
  name: string;
  organization: string;
  quiet: QuietPeriod | null;
  is_deleted: boolean;
  step_minutes: number[];
};

/** A rule as a notification names it, even after the rule was deleted. */
export type NamedRule = { id: number; org_id: number; name: string };

/** Rules of notifications, by id. */
export async function selectRuleFacts(tx: Db, rules: readonly NamedRule[]): Promise<RuleFacts[]> {
  const found = await sql<RuleFacts>`
    select distinct on (n.id) n.id, o.id as org_id, o.is_provider, coalesce(r.name, n.name) as name, o.name as organization, r.quiet,
      r.id is null as is_deleted, array(
        select (step->'after_minutes')::integer from jsonb_array_elements(r.steps) with ordinality as of(step, place) order by place
      ) as step_minutes
    from json_to_recordset(${JSON.stringify(rules)}) as n(id integer, org_id integer, name text)
      left join alert_rules r on r.id = n.id join organizations o on o.id = coalesce(r.org_id, n.org_id)
    order by n.id limit ${rules.length}`.execute(tx);
  return found.rows;
}
