import { sql } from "kysely";
import type { Db } from "../src/platform/db/index.ts";
import { DEMO_ADMIN } from "../src/users/index.ts";

/**
 * Adds what the demo lacks, so that each column for texts of people and stations has a text in some row, which `makeHostile` replaces. The
 * first station is in maintenance, the first rule is off, and there are an active and an ended alert of Alertmanager.
 */
export async function addRows(db: Db): Promise<void> {
  for (const statement of [
    ...ofPeople,
    ...ofStations,
    ...ofReadiness,
    ...ofSwaps,
    ...ofAlerts,
    ...ofNotifications,
    ...ofGroups,
  ]) {
    await statement.execute(db);
  }
}

/** The ids of the alerts that were received from Alertmanager. */
export async function externalAlerts(db: Db): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from alerts where kind = 'external' order by id`.execute(db);
  return found.rows.map(({ id }) => id);
}

const admin = sql`select id, org_id from users where email = ${DEMO_ADMIN}`;

const HOSTILE = "<img data-hostile src=/x onerror=hostile()>";

const ofPeople = [
  sql`
    insert into invitations (org_id, email, invited_by, sent, expires, mail_failed, mail_reply)
    select org_id, 'invited@x.example', 'x', now(), now() + interval '1 day', now(), 'x' from (${admin}) a`,
  sql`
    insert into api_keys (org_id, name, description, secret_hash, created_by, ends, addresses, last_used, last_used_from)
    select org_id, 'x', 'x', sha256('x'), 'x', now() + interval '1 day', '{192.0.2.0/24}', now(), '192.0.2.0/24' from (${admin}) a`,
  sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
    select id, 'x', '', 0, '{}', 'x' from users where email = 'priya@groundcrew.example'`,
  sql`
    insert into identities (user_id, issuer, subject, email)
    select id, 'https://login.example', 'x', 'x' from (${admin}) a`,
  sql`
    insert into single_sign_on (org_id, name, issuer, client_id, sealed, trusts_emails, role_claim, manager_values, creates_users, is_on, edited_by)
    select org_id, 'x', 'https://login.example', 'x', '', false, ${HOSTILE}, array[${HOSTILE}], false, true, 'x' from (${admin}) a`,
  sql`insert into single_sign_on_domains (domain, org_id) select 'login.example', org_id from (${admin}) a`,
  sql`
    insert into sessions (token_hash, user_id, expires, signed_in_by, ip, agent)
    select sha256('x'), id, now() + interval '1 day', 'password', '203.0.113.9', 'x' from (${admin}) a`,
  sql`
    insert into wallboards (org_id, token_name, secret_hash, name, pages, turn_s, theme, ends, last_used, last_address)
    select org_id, token_name, sha256(repeat('A', 43)::bytea), 'x', array[page], 10, 'light', now() + interval '1 day', now(), 'x'
    from (${admin}) a
    cross join (values ('wall_nnnnnnnnnn', 'now'), ('wall_aaaaaaaaaa', 'map'), ('wall_mmmmmmmmmm', 'month')) pages(token_name, page)`,
  sql`
    insert into saved_views (org_id, owner_id, name, settings, shared, changed_by)
    select org_id, id, 'x', '{"stations-sort":"swaps"}', true, 'x' from (${admin}) a`,
  sql`
    with imported as (
      insert into imports (kind, station_type, file_name, created_by, bytes, lines, encoding, delimiter, titles, examples, fields, counts,
        applied, applied_by, request_id, undone, undone_by)
      values ('ssot', 'atlas', 'x', 'x', 1, 3, 'utf-8', ',', '{x}', '{x}', '[]',
        '{"added":1,"changed":1,"conflict":0,"refused":1,"unchanged":0}', now(), 'x', 'x', now(), 'x') returning id
    )
    insert into import_lines (import_id, line, key, result, changes, reason)
    select id, line, 'x', result, changes::jsonb, reason from imported, (values
      (2, 'changed', json_build_array(json_build_object('field', ${HOSTILE}::text, 'from', ${HOSTILE}::text, 'to', ${HOSTILE}::text)), null),
      (3, 'added', json_build_array(json_build_object('field', 'notes', 'from', null, 'to', ${HOSTILE}::text)), null),
      (4, 'refused', '[]'::json, 'x')) made(line, result, changes, reason)`,
  sql`
    insert into csp_violations (directive, blocked, source, line, page, first_reported, last_reported, times)
    values ('x', 'x', 'x', 1, 'x', now(), now(), 1)`,
  sql`
    insert into backups (taken, finished, file, bytes, failure, is_scheduled) values (now(), now(), 'x', null, 'x', false)`,
];

const ofStations = [
  sql`
    update stations set edited = now(), edited_by = 'x'`,
  sql`
    insert into support_log_status_changes (entry_id, author, status_before, status_after)
    select id, 'x', 'incident_pending', 'incident_needs_action' from support_log_entries where status like 'incident%'`,
  sql`
    insert into quarantined_events (station_name, fingerprint, event_id, reason, detail, payload, bytes, first_received, last_received)
    select min(name), sha256('x'), 'x', 'not_valid', 'x', 'x', 1, now(), now() from stations`,
  sql`
    insert into maintenance_windows (station_name, why, by_name, by_staff, starts, ends, ended_at, ended_by)
    select min(name), 'x', 'x', false, now() - interval '2 hours', now() - interval '1 hour', now() - interval '1 hour', 'x' from stations`,
  sql`
    with current as (
      insert into maintenance_windows (station_name, why, by_name, by_staff, starts, ends)
      select min(name), 'x', 'x', false, now() - interval '1 hour', now() + interval '1 day' from stations returning id, station_name
    )
    update stations s set maintenance_id = c.id from current c where s.name = c.station_name`,
  sql`
    with act as (
      insert into bulk_acts (user_id, org_id, kind, created, lights_on, request)
      select id, org_id, 'images', now(), true, '{}' from (${admin}) a returning id
    )
    insert into bulk_act_stations (act_id, station_name, state, detail)
    select act.id, s.name, 'failed', 'x' from act, (select min(name) as name from stations) s`,
];

const ofReadiness = [
  sql`
    insert into readiness_rules (station_type, station_name, rules, rev, changed, changed_by, changed_by_staff)
    select station_type, name, '{"rules":{}}', 1, now(), 'x', false from stations order by name limit 1`,
  sql`
    insert into readiness_ignored (station_name, code, effect, until, why, by_name, by_staff, created)
    select min(name), 'job_failed', 'limit', now() + interval '1 day', 'x', 'x', false, now() from stations`,
  sql`
    insert into station_readiness (station_name, org_id, link, evaluated)
    select name, org_id, true, json_build_object('next', 'none_charging', 'missing', 0, 'isKnown', true, 'holds', '[]'::json,
      'readiness', json_build_object('state', 'limited', 'since', '2026-02-28T09:00:00.000Z', 'charged', 3, 'slots', 8,
        'next_charged_at', null, 'busy', null, 'not_checked', '[]'::json, 'reasons', json_build_array(json_build_object(
          'code', 'message', 'effect', 'limit', 'since', '2026-02-28T09:00:00.000Z', 'args', json_build_object('message', 'x')))))
    from stations where retired is null on conflict do nothing`,
  // A station that was Not ready all of yesterday, because of what it reports.
  sql`
    insert into readiness_changes (station_name, at, org_id, state, cause, reasons, maintenance, link)
    select name, now() - interval '2 days', org_id, 'not_ready', 'x', jsonb_build_array(
      jsonb_build_object('code', 'stopped', 'effect', 'block', 'since', '2026-10-01T00:00:00.000Z', 'args', jsonb_build_object('word', 'x')),
      jsonb_build_object('code', 'message', 'effect', 'block', 'since', '2026-10-01T00:00:00.000Z', 'args', jsonb_build_object('message', 'x'))),
      false, true
    from stations order by name limit 1`,
  sql`
    with cause as (insert into readiness_causes (state, title) values ('not_ready', 'x') returning id)
    insert into readiness_days (station_name, day, org_id, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s,
      not_recorded_s, uncounted_s, link_s, outages, outage_s, longest_s, open_s, continued, lost_ids, lost_s, limited_ids, limited_cause_s)
    select name, (now() at time zone 'utc')::date - 1, org_id, 0, 0, 86400, 0, 0, 0, 0, 86400, 1, 86400, 86400, 86400, false,
      array[cause.id], array[86400], '{}', '{}'
    from cause cross join (select name, org_id from stations order by name limit 1) station`,
  sql`
    insert into readiness_day_sums (day, org_id, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s, not_recorded_s,
      uncounted_s, link_s, outages, outage_s, longest_s, continued)
    select day, org_id, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s, not_recorded_s, uncounted_s, link_s,
      outages, outage_s, longest_s, 0 from readiness_days`,
];

const ofSwaps = [
  sql`
    insert into swap_attempts
      (station_name, error_id, at, outcome, job_id, errors, fingerprint_id, firmware, org_id, station_type, in_maintenance)
    select s.name, e.id, now(), 'failed', 'x', 1, e.fingerprint_id, 'x', s.org_id, s.station_type, false
    from station_errors e join stations s on s.name = e.station_name order by e.id limit 3`,
  sql`
    insert into swap_days (station_name, day, firmware, org_id, station_type, succeeded, with_errors, failed, maintenance)
    select name, current_date, 'x', org_id, station_type, 30, 1, 1, 0 from stations`,
  sql`
    insert into swap_thirds (station_name, third, firmware, org_id, station_type, succeeded, with_errors, failed, maintenance)
    select name, month_third(current_date), 'x', org_id, station_type, 30, 1, 1, 0 from stations`,
  sql`
    insert into swap_hours (station_name, hour, firmware, org_id, station_type, succeeded, with_errors, failed, maintenance)
    select name, date_trunc('hour', now()), 'x', org_id, station_type, 30, 1, 1, 0 from stations`,
  sql`
    insert into swap_totals (by_hour, start, org_id, station_type, firmware, succeeded, with_errors, failed, maintenance)
    select by_hour, date_trunc(case when by_hour then 'hour' else 'day' end, now(), 'UTC'), org_id, station_type, 'x', 30, 1, 1, 0
    from (select distinct org_id, station_type from stations) s cross join (values (true), (false)) spans(by_hour)`,
];

const ofAlerts = [
  sql`
    update alert_rules set enabled = false, off_since = now(), off_by = 'x', off_reason = 'x', kind = 'firmware',
      condition = jsonb_build_object('kind', 'firmware', 'older_than', '<img data-hostile src=/x onerror=hostile()> 1')
    where id = 1`,
  sql`
    with active as (
      insert into alerts (kind, subject, site, severity, title, plain_title, station_title, detail, why, since, expires_at)
      values ('external', 'external:1:1', 'x', 'urgent', 'x', 'x', 'x', 'x', 'x', now(), now() + interval '1 day') returning id
    ), matched as (
      insert into alert_matches (alert_id, rule_id, since, announced_at, title, detail, end_reason)
      select id, 0, now(), now(), 'x', 'x', 'x' from active
    ), muted as (
      insert into alert_mutes (alert_id, side, until, by_name, why, level, severity)
      select id, 0, now() + interval '1 day', 'x', 'x', 1, 'urgent' from active
    ), owned as (
      insert into ownerships (kind, subject, owner_id, by_name, assigned_at, until, note, rev)
      select 'alert', active.id::text, a.id, 'x', now(), now() + interval '1 day', 'x', 1 from active, (${admin}) a
    )
    insert into alert_history (alert_id, at, what) select id, now(), 'x' from active`,
  sql`
    with ended as (
      insert into alerts (kind, subject, severity, title, detail, since, ended_at, end_reason)
      values ('external', 'external:1:2', 'urgent', 'x', 'x', now() - interval '1 hour', now(), 'x') returning id
    ), noted as (
      insert into ownership_history (kind, subject, at, action, author, owner, note)
      select 'alert', id::text, now(), 'assigned', 'x', 'x', 'x' from ended
    )
    insert into alert_matches (alert_id, rule_id, since, ended_at) select id, 1, now() - interval '1 hour', now() from ended`,
  sql`
    update ownerships set note = 'x'`,
];

const ofNotifications = [
  sql`
    insert into jobs (kind, payload, attempts, ended, outcome, last_error)
    values ('invitation_mail', '{"email":"x@x.example"}', 8, now(), 'given_up', 'x')`,
  sql`
    update channels set edited_by = 'x', last_failure = 'x', pause_reason = case when paused is not null then 'x' end`,
  sql`
    update devices set user_id = a.id from (${admin}) a`,
  sql`
    with message as (
      insert into jobs (kind, key, receiver, payload, attempts, ended, outcome)
      values ('message', 'msg_x', 'channel:1', '{"title":"x","lines":["x"]}', 1, now(), 'given_up') returning key
    ), tried as (
      insert into message_attempts (message_id, ms, why, answer) select key, 1, 'x', 'x' from message
    )
    insert into notifications (org_id, type, title, body, rule, recipient, channel, person, device, group_key, urgent, result, why, message_id)
    select a.org_id, 'test', 'x', 'x', 'x', 'channel:1', 'x', 'x', 'x', 'x', true, 'failed', 'x', message.key from message, (${admin}) a`,
];

const ofGroups = [
  sql`
    update error_groups set state_reason = 'x', changed_by = 'x', resolved_at = coalesce(resolved_at, now()), resolved_by = 'x', solution = 'x',
      fixed_from = 'x', merge_pattern = 'x'`,
  sql`
    insert into error_resolutions (group_id, fingerprints, last_error, solution, author, errors, started, ended)
    select min(id), '{}', 0, 'x', 'x', 1, now(), now() from error_groups`,
];
