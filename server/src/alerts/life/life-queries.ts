import type { AlertKind, EndCause, LifeMatch, Severity } from "@groundcrew/shared/alerts";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import { isoText, type Db } from "../../platform/db/index.ts";
import { SITE_KINDS } from "../kinds.ts";
import { MATCH_JSON } from "./match-queries.ts";

/** The columns of an alert that each decision reads and writes. */
type DecidedAlert = {
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
};

/** An alert as it is stored, as far as it determines its life. `parent` and `parent_org_id` are those of the alert that it is grouped into. */
export type StoredLife = DecidedAlert & {
  kind: AlertKind;
  subject: string;
  station_name: string | null;
  org_id: number | null;
  parent: string | null;
  parent_org_id: number | null;
  maintenance: { until: Timestamp; by: string; by_staff: boolean } | null;
  matches: LifeMatch[];
  mutes: StoredMute[];
};

/** An alert after a decision. */
export type ChangedAlert = DecidedAlert & {
  ended_at: Timestamp | null;
  end_cause: EndCause | null;
  end_reason: string | null;
  due_at: Timestamp | null;
  /** True if people see a difference. */
  is_seen: boolean;
};

const DECIDED_COLUMNS = [
  ["severity", "text"],
  ["title", "text"],
  ["plain_title", "text"],
  ["detail", "text"],
  ["level", "integer"],
  ["stations", "integer"],
  ["parent_id", "integer"],
  ["in_maintenance", "boolean"],
  ["is_stale", "boolean"],
  ["orphaned_at", "timestamptz"],
  ["orphaned_for_support", "boolean"],
  ["flapping", "boolean"],
  ["calm_since", "timestamptz"],
] as const satisfies Columns<DecidedAlert>;
const CHANGED_COLUMNS = [
  ...DECIDED_COLUMNS,
  ["ended_at", "timestamptz"],
  ["end_cause", "text"],
  ["end_reason", "text"],
  ["due_at", "timestamptz"],
] as const satisfies Columns<ChangedAlert>;
type Columns<Row> = readonly (readonly [name: keyof Row & string, type: string])[];

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
    select a.id, a.kind, a.subject, a.station_name, a.org_id, p.title as parent, p.org_id as parent_org_id,
      ${sql.join(DECIDED_COLUMNS.map(([name]) => sql.ref(`a.${name}`)))},
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
    left join maintenance_windows w on w.id = case when a.kind = any(${SITE_KINDS}) then ${OUTAGE_MAINTENANCE} else s.maintenance_id end
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

const NEW_COLUMNS = [
  ["kind", "text"],
  ["subject", "text"],
  ["station_name", "text"],
  ["org_id", "integer"],
  ["site", "text"],
  ["severity", "text"],
  ["title", "text"],
  ["plain_title", "text"],
  ["detail", "text"],
  ["why", "text"],
  ["level", "integer"],
  ["stations", "integer"],
  ["members", "text[]"],
  ["since", "timestamptz"],
  ["fired_at", "timestamptz"],
] as const satisfies Columns<NewAlert>;

/** Inserts alerts, except those of stations that were removed meanwhile. */
export async function insertAlerts(tx: Db, alerts: readonly NewAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  const names = sql.join(NEW_COLUMNS.map(([name]) => sql.ref(name)));
  await sql`
    insert into alerts (${names})
    select ${names} from ${records(alerts)} as a(${typed(NEW_COLUMNS)})
    where station_name is null or exists (select from stations s where s.name = station_name)
    on conflict do nothing`.execute(tx);
}

export async function updateAlerts(tx: Db, alerts: readonly ChangedAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  const changes = sql.join(CHANGED_COLUMNS.map(([name]) => sql`${sql.ref(name)} = ${sql.ref(`c.${name}`)}`));
  await sql`
    update alerts a set ${changes}, rev = a.rev + c.is_seen::integer
    from ${records(alerts)} as c(id integer, ${typed(CHANGED_COLUMNS)}, is_seen boolean)
    where a.id = c.id`.execute(tx);
}

/** Stores the stations of the active alerts about these subjects. */
export async function storeMembers(
  tx: Db,
  causes: readonly { subject: string; members: readonly string[] }[],
): Promise<void> {
  if (causes.length === 0) return;
  await sql`
    update alerts a set members = c.members from ${records(causes)} as c(subject text, members text[])
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

function typed(columns: readonly (readonly [name: string, type: string])[]): RawBuilder<unknown> {
  return sql.join(columns.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
}

/** Rows as one JSON parameter. The caller names the columns. */
function records(rows: readonly object[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;
}
