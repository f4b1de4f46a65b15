import type { GroupFacts } from "@groundcrew/shared/alerts";
import { HOUR_MS, type Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

/** A group of errors in one of the states that rules can be about. */
export type AlertedGroup = GroupFacts & { since: string };

/** How long an alert of Alertmanager stays active without being sent again: longer than a day, the longest usual `repeat_interval`. */
export const RESENT_WITHIN_MS = 25 * HOUR_MS;

/** The most groups or incidents that are read. */
export const ALERTED_MAX = 5_000;

/**
 * Groups with open errors in one of these states; new ones at `stations` stations or more. Stations in maintenance do not count. At most
 * 5,000, those at the most stations first.
 */
export async function selectAlertedGroups(
  db: Db,
  { states, stations }: { states: readonly string[]; stations: number },
): Promise<AlertedGroup[]> {
  const found = await sql<AlertedGroup>`
    with maintained as materialized (
      select f.group_id, count(distinct e.station_name) as stations, sum(e.open) as open
      from stations s join error_fingerprint_stations e on e.station_name = s.name join error_fingerprints f on f.id = e.fingerprint_id
      where s.maintenance_id is not null and s.is_triaged and e.open > 0 group by f.group_id
    )
    select g.id, g.title, g.job_type, g.station_type, g.state, at.stations, g.state_since as since
    from error_groups g left join maintained m on m.group_id = g.id
      cross join lateral (select g.stations - coalesce(m.stations, 0) as stations) at
    where g.merged_into is null and g.state = any(${states}) and g.open > coalesce(m.open, 0)
      and (g.state <> 'new' or at.stations >= ${stations})
    order by at.stations desc, g.id limit ${ALERTED_MAX}`.execute(db);
  return found.rows;
}

/** An incident with an alerting tag. */
export type AlertedIncident = { id: number; station: string; status: string; content: string; since: string };

/** Open incidents with an alerting tag, newest first; at most 5,000. */
export async function selectAlertedIncidents(db: Db): Promise<AlertedIncident[]> {
  const found = await sql<AlertedIncident>`
    select e.id, e.station_name as station, e.status, e.content, e.created as since from support_log_entries e
    where e.parent_id is null and e.status in ('incident_needs_action', 'incident_pending', 'incident_pending_urgent')
      and exists (
        select from support_log_entry_tags t join support_log_tags g on g.id = t.tag_id where t.entry_id = e.id and g.alerting)
    order by e.id desc limit ${ALERTED_MAX}`.execute(db);
  return found.rows;
}

/** Subjects of alerts of Alertmanager that it has not sent again in time, oldest first; at most 5,000. */
export async function selectExpired(db: Db, now: Timestamp): Promise<string[]> {
  const found = await sql<{ subject: string }>`
    select subject from alerts
    where kind = 'external' and ended_at is null and coalesce(expires_at, fired_at + ${RESENT_WITHIN_MS} * interval '1 millisecond') <= ${now}
    order by fired_at, id limit ${ALERTED_MAX}`.execute(db);
  return found.rows.map(({ subject }) => subject);
}

/** Stores until when Alertmanager has to send active alerts again. */
export async function putExpiry(tx: Db, alerts: readonly { subject: string; expires: Timestamp }[]): Promise<void> {
  await sql`
    update alerts a set expires_at = given.expires
    from (
      select distinct on (subject) subject, expires from json_to_recordset(${JSON.stringify(alerts)}::json) as
        g(subject text, expires timestamptz) order by subject, expires desc
    ) given
    where a.kind = 'external' and a.ended_at is null and a.subject = given.subject`.execute(tx);
}

export type ReceivedAlert = { subject: string; severity: string; title: string; detail: string };

/** Active alerts that a channel has received from Alertmanager, by subject. */
export async function selectReceived(db: Db, channel: number): Promise<Map<string, ReceivedAlert>> {
  const found = await sql<ReceivedAlert>`
    select subject, severity, title, detail from alerts
    where kind = 'external' and ended_at is null and starts_with(subject, ${`external:${channel}:`})`.execute(db);
  return new Map(found.rows.map((alert) => [alert.subject, alert]));
}

/** Stations with an active alert about rejected connections, with its title; at most one for each. */
export async function selectRejected(db: Db): Promise<{ station: string; title: string }[]> {
  const found = await sql<{ station: string; title: string }>`
    select station_name as station, title from alerts
    where ended_at is null and kind = 'rejected_station' and station_name is not null order by id`.execute(db);
  return found.rows;
}
