import type { AlertKind, EndCause, Severity } from "@groundcrew/shared/alerts";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { isoText, type Db } from "../../platform/db/index.ts";
import { MATCH_JSON, type StoredMatch } from "./match-queries.ts";

/** The stored columns of an alert that determine its life. `parent` and `parent_org_id` are those of the alert that it is grouped into. */
export type StoredLife = {
  id: number;
  kind: AlertKind;
  subject: string;
  station_name: string | null;
  severity: Severity;
  title: string;
  plain_title: string | null;
  detail: string;
  level: number;
  stations: number;
  org_id: number | null;
  parent_id: number | null;
  parent: string | null;
  parent_org_id: number | null;
  in_maintenance: boolean;
  is_stale: boolean;
  orphaned_at: Timestamp | null;
  orphaned_for_support: boolean;
  flapping: boolean;
  calm_since: Timestamp | null;
  maintenance: { until: Timestamp; by: string; by_staff: boolean } | null;
  matches: StoredMatch[];
  mutes: StoredMute[];
};

type StoredMute = { side: number; until: Timestamp; by_name: string; why: string; severity: Severity };

/** The active alerts to load: by subject, by station, or by id. */
export type LifeSelection =
  | { subjects: readonly string[] }
  | { stations: readonly string[] }
  | { ids: readonly number[] };

/** Locks active alerts until the transaction ends, and returns them by id. */
export async function lockLives(tx: Db, selection: LifeSelection): Promise<StoredLife[]> {
  const locked = await sql<{ id: number }>`
    select a.id from alerts a where a.ended_at is null and ${condition(selection)} order by a.id for no key update`.execute(
    tx,
  );
  // In another statement, which sees what was written while this one waited for the lock.
  const ids = locked.rows.map(({ id }) => id);
  const found = await sql<StoredLife>`
    select a.id, a.kind, a.subject, a.station_name, a.severity, a.title, a.plain_title, a.detail, a.level, a.stations, a.org_id,
      a.parent_id, p.title as parent, p.org_id as parent_org_id, a.in_maintenance, a.is_stale, a.orphaned_at, a.orphaned_for_support, a.flapping, a.calm_since,
      case when w.id is not null then json_build_object('until', ${iso("w.ends")}, 'by', w.by_name, 'by_staff', w.by_staff) end as maintenance,
      coalesce((
        select json_agg(${MATCH_JSON} order by m.rule_id)
        from alert_matches m where m.alert_id = a.id
      ), '[]') as matches,
      coalesce((
        select json_agg(json_build_object('side', u.side, 'until', ${iso("u.until")}, 'by_name', u.by_name, 'why', u.why, 'severity',
          u.severity) order by u.side)
        from alert_mutes u where u.alert_id = a.id
      ), '[]') as mutes
    from alerts a
    left join alerts p on p.id = a.parent_id
    left join stations s on s.name = a.station_name
    left join maintenance_windows w on w.id = case when a.kind in ('site_outage', 'site_not_ready') then ${OUTAGE_MAINTENANCE} else s.maintenance_id end
    where a.id = any(${ids}::integer[]) and a.ended_at is null
    order by a.id limit ${ids.length}`.execute(tx);
  return found.rows;
}

/** The maintenance of the stations of an alert about several that ends last; null unless all of them are in maintenance. */
const OUTAGE_MAINTENANCE = sql`(
  select case when bool_and(mw.id is not null) then (array_agg(mw.id order by mw.ends desc, mw.id))[1] end
  from stations ms left join maintenance_windows mw on mw.id = ms.maintenance_id where ms.name = any(a.members))`;

function condition(selection: LifeSelection) {
  if ("subjects" in selection) return sql`a.subject = any(${selection.subjects}::text[])`;
  if ("stations" in selection) return sql`a.station_name = any(${selection.stations}::text[])`;
  return sql`a.id = any(${selection.ids}::integer[])`;
}

function iso(column: string) {
  return isoText(sql.ref(column));
}

/** A new alert to store. */
export type NewAlert = {
  kind: string;
  subject: string;
  station_name: string | null;
  org_id: number | null;
  site: string | null;
  severity: Severity;
  title: string;
  plain_title: string;
  detail: string;
  why: string | null;
  level: number;
  stations: number;
  members: readonly string[];
  since: Timestamp;
  fired_at: Timestamp;
};

/** Inserts alerts, except those of stations that were removed meanwhile. */
export async function insertAlerts(tx: Db, alerts: readonly NewAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  await sql`
    insert into alerts (kind, subject, station_name, org_id, site, severity, title, plain_title, detail, why, level, stations, members, since, fired_at)
    select kind, subject, station_name, org_id, site, severity, title, plain_title, detail, why, level, stations,
      array(select jsonb_array_elements_text(members)), since, fired_at
    from ${records(alerts)} as a(kind text, subject text, station_name text, org_id integer, site text, severity text, title text,
      plain_title text, detail text, why text, level integer, stations integer, members jsonb, since timestamptz, fired_at timestamptz)
    where station_name is null or exists (select from stations s where s.name = station_name)
    on conflict do nothing`.execute(tx);
}

/** An alert after a decision. */
export type ChangedAlert = {
  id: number;
  severity: Severity;
  title: string;
  plain_title: string | null;
  detail: string;
  level: number;
  stations: number;
  parent_id: number | null;
  in_maintenance: boolean;
  is_stale: boolean;
  orphaned_at: Timestamp | null;
  orphaned_for_support: boolean;
  flapping: boolean;
  calm_since: Timestamp | null;
  ended_at: Timestamp | null;
  end_cause: EndCause | null;
  end_reason: string | null;
  due_at: Timestamp | null;
  /** True if people see a difference. */
  is_seen: boolean;
};

export async function updateAlerts(tx: Db, alerts: readonly ChangedAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  await sql`
    update alerts a set severity = c.severity, title = c.title, plain_title = c.plain_title, detail = c.detail, level = c.level,
      stations = c.stations, parent_id = c.parent_id, in_maintenance = c.in_maintenance, is_stale = c.is_stale,
      orphaned_at = c.orphaned_at, orphaned_for_support = c.orphaned_for_support, flapping = c.flapping, calm_since = c.calm_since,
      ended_at = c.ended_at, end_cause = c.end_cause, end_reason = c.end_reason, due_at = c.due_at, rev = a.rev + c.is_seen::integer
    from ${records(alerts)} as c(id integer, severity text, title text, plain_title text, detail text, level integer, stations integer,
      parent_id integer, in_maintenance boolean, is_stale boolean, orphaned_at timestamptz, orphaned_for_support boolean, flapping boolean, calm_since timestamptz,
      ended_at timestamptz, end_cause text, end_reason text, due_at timestamptz, is_seen boolean)
    where a.id = c.id`.execute(tx);
}

/** Stores the stations of the active alerts about these subjects. */
export async function storeMembers(
  tx: Db,
  causes: readonly { subject: string; members: readonly string[] }[],
): Promise<void> {
  if (causes.length === 0) return;
  await sql`
    update alerts a set members = array(select jsonb_array_elements_text(c.members))
    from ${records(causes)} as c(subject text, members jsonb)
    where a.subject = c.subject and a.ended_at is null`.execute(tx);
}

/** Removes mutes that have ended: by time, or because their alert got worse or ended. */
export async function deleteMutes(tx: Db, mutes: readonly { alert_id: number; side: number }[]): Promise<void> {
  if (mutes.length === 0) return;
  await sql`
    delete from alert_mutes u using ${records(mutes)} as m(alert_id integer, side integer)
    where u.alert_id = m.alert_id and u.side = m.side`.execute(tx);
}

/** A line of an alert's history, for both sides if `side` is null. */
export type HistoryLine = { alert_id: number; at: Timestamp; what: string; side: number | null };

export async function insertHistory(tx: Db, lines: readonly HistoryLine[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into alert_history (alert_id, at, what, side)
    select alert_id, at, what, side from ${records(lines)} as h(alert_id integer, at timestamptz, what text, side integer)`.execute(
    tx,
  );
}

/** A pending condition: it holds, but not yet for long enough. */
export type PendingRow = { rule_id: number; subject: string; since: Timestamp; due_at: Timestamp };

/** Stores conditions that have become pending, and removes those that are no longer pending. Skips rules that were deleted. */
export async function storePending(
  tx: Db,
  { begun, ended }: { begun: readonly PendingRow[]; ended: readonly { rule_id: number; subject: string }[] },
): Promise<void> {
  if (ended.length > 0) {
    await sql`
      delete from alert_conditions c using ${records(ended)} as e(rule_id integer, subject text)
      where c.rule_id = e.rule_id and c.subject = e.subject`.execute(tx);
  }
  if (begun.length === 0) return;
  await sql`
    insert into alert_conditions (rule_id, subject, since, due_at)
    select rule_id, subject, since, due_at
    from ${records(begun)} as b(rule_id integer, subject text, since timestamptz, due_at timestamptz)
    where exists (select from alert_rules r where r.id = rule_id and r.enabled)
    on conflict (rule_id, subject) do update set since = excluded.since, due_at = excluded.due_at`.execute(tx);
}

/** Locks evaluation until the transaction ends, because people change rules meanwhile and two servers may evaluate for a moment. */
export async function lockEvaluation(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('alert evaluation', 0))`.execute(tx);
}

/** Rows as one JSON parameter. The caller names the columns. */
function records(rows: readonly object[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;
}
