import type { AlertKind, EndCause, EscalationStep, Severity } from "@groundcrew/shared/alerts";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { isoText, type Db } from "../../platform/db/index.ts";

/** A match as it is stored. Fields that an older version did not store are null. */
export type StoredMatch = {
  rule_id: number;
  side: number | null;
  severity: Severity | null;
  level: number | null;
  title: string | null;
  detail: string | null;
  since: Timestamp;
  ended_at: Timestamp | null;
  end_cause: EndCause | null;
  end_reason: string | null;
  end_pending: boolean;
  announced_at: Timestamp | null;
  repeated_at: Timestamp | null;
  steps: number;
  held: string | null;
  announced_level: number | null;
  worse_since: Timestamp | null;
  changed_at: Timestamp | null;
  changes: Timestamp[];
  flapping: boolean;
  flapping_announced: boolean;
  calm_since: Timestamp | null;
};

const TIMES = ["since", "ended_at", "announced_at", "repeated_at", "worse_since", "changed_at", "calm_since"] as const;
const OTHERS = [
  "rule_id",
  "side",
  "severity",
  "level",
  "title",
  "detail",
  "end_cause",
  "end_reason",
  "end_pending",
  "steps",
  "held",
  "announced_level",
  "changes",
  "flapping",
  "flapping_announced",
] as const;

/** A match `m` as JSON. */
export const MATCH_JSON = sql`json_build_object(${sql.join([
  ...TIMES.flatMap((name) => [sql.lit(name), isoText(sql.ref(`m.${name}`))]),
  ...OTHERS.flatMap((name) => [sql.lit(name), sql.ref(`m.${name}`)]),
])})`;

/** Stores matches of alerts, new or changed. */
export async function storeMatches(tx: Db, matches: readonly (StoredMatch & { alert_id: number })[]): Promise<void> {
  if (matches.length === 0) return;
  const names = sql.join([...TIMES, ...OTHERS].map((name) => sql.ref(name)));
  const changed = [...TIMES, ...OTHERS].filter((name) => name !== "rule_id");
  await sql`
    insert into alert_matches (alert_id, ${names})
    select alert_id, ${names} from (
      select m.*, array(select jsonb_array_elements_text(changes_json)::timestamptz) as changes
      from jsonb_to_recordset(${JSON.stringify(matches.map(({ changes, ...match }) => ({ ...match, changes_json: changes })))}::jsonb) as
        m(alert_id integer, rule_id integer, side integer, severity text, level integer, title text, detail text, since timestamptz,
          ended_at timestamptz, end_cause text, end_reason text, end_pending boolean, announced_at timestamptz, repeated_at timestamptz,
          steps integer, held text, announced_level integer, worse_since timestamptz, changed_at timestamptz, changes_json jsonb, flapping boolean,
          flapping_announced boolean, calm_since timestamptz)
    ) given
    on conflict (alert_id, rule_id) do update set ${sql.join(changed.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}`.execute(
    tx,
  );
}

/** The columns of a rule that determine the life of its matches. */
export type RuleOfMatch = {
  id: number;
  name: string;
  kind: string;
  enabled: boolean;
  org_id: number;
  is_provider: boolean;
  severity: Severity;
  repeat_minutes: number | null;
  steps: EscalationStep[];
};

/** The current rules by id; unknown ones are left out. */
export async function selectRulesOfMatches(tx: Db, ids: readonly number[]): Promise<RuleOfMatch[]> {
  const found = await sql<RuleOfMatch>`
    select r.id, r.name, r.kind, r.enabled, r.org_id, o.is_provider, r.severity, r.repeat_minutes, r.steps
    from alert_rules r join organizations o on o.id = r.org_id
    where r.id = any(${ids}::integer[]) order by r.id limit ${ids.length}`.execute(tx);
  return found.rows;
}

/** The active matches of a rule, by alert. */
export async function selectOpenMatches(
  tx: Db,
  rule: number,
): Promise<{ id: number; kind: AlertKind; subject: string }[]> {
  const found = await sql<{ id: number; kind: AlertKind; subject: string }>`
    select a.id, a.kind, a.subject from alert_matches m join alerts a on a.id = m.alert_id and a.ended_at is null
    where m.rule_id = ${rule} and m.ended_at is null order by a.id`.execute(tx);
  return found.rows;
}

/** Active alerts of which a rule has notified others, with those of these channels that it has not notified. */
export async function selectUnnotifiedChannels(
  tx: Db,
  rule: number,
  channels: readonly number[],
): Promise<{ alert: number; channels: number[] }[]> {
  const found = await sql<{ alert: number; channels: number[] }>`
    select m.alert_id as alert, array_agg(c.id order by c.id) as channels
    from alert_matches m join alerts a on a.id = m.alert_id and a.ended_at is null cross join unnest(${channels}::integer[]) c(id)
    where m.rule_id = ${rule} and m.ended_at is null and m.announced_at is not null and not exists (
      select from notifications n
      where n.alert_id = m.alert_id and n.rule_id = m.rule_id and n.recipient = 'channel:' || c.id
        and n.created >= date_trunc('milliseconds', m.since)
    )
    group by m.alert_id order by m.alert_id`.execute(tx);
  return found.rows;
}

/** Takes the matches whose end has not been reported yet; at most `limit`. */
export async function takePendingEnds(tx: Db, limit: number): Promise<{ alert: number; rule: number }[]> {
  const found = await sql<{ alert: number; rule: number }>`
    update alert_matches m set end_pending = false
    from (select alert_id, rule_id from alert_matches where end_pending order by alert_id, rule_id limit ${limit} for update) pending
    where m.alert_id = pending.alert_id and m.rule_id = pending.rule_id
    returning m.alert_id as alert, m.rule_id as rule`.execute(tx);
  return found.rows;
}

/**
 * Adapts the matches of a changed rule: steps of the escalation that have changed are taken again, and with another limit, the next finding does
 * not count as worse.
 */
export async function reviseMatches(
  tx: Db,
  rule: number,
  { keptSteps, hasNewLimit }: { keptSteps: number; hasNewLimit: boolean },
): Promise<void> {
  await sql`
    update alert_matches set steps = least(steps, ${keptSteps}), worse_since = null, announced_level = case when ${hasNewLimit} then null else announced_level end
    where rule_id = ${rule} and ended_at is null`.execute(tx);
}

/** Starts and ends of rules within the last hour in resolved alerts about these subjects, from the newest alert of each kind and rule. */
export async function selectEarlierChanges(
  tx: Db,
  subjects: readonly string[],
  now: Timestamp,
): Promise<{ kind: string; subject: string; rule: number; changes: Timestamp[] }[]> {
  const found = await sql<{ kind: string; subject: string; rule: number; changes: Timestamp[] }>`
    select distinct on (a.subject, a.kind, m.rule_id) a.kind, a.subject, m.rule_id as rule, m.changes
    from alerts a join alert_matches m on m.alert_id = a.id
    where a.subject = any(${subjects}::text[]) and a.kind <> 'no_reports' and a.ended_at > ${now}::timestamptz - interval '1 hour' and m.end_cause = 'condition'
    order by a.subject, a.kind, m.rule_id, a.ended_at desc, a.id desc`.execute(tx);
  return found.rows;
}

/** Removes alerts that ended before a time, oldest first, with their matches, mutes and history; at most `limit`. Returns their number. */
export async function deleteOldAlerts(db: Db, before: Timestamp, limit: number): Promise<number> {
  const deleted = await sql`
    delete from alerts where id = any(array(
      select id from alerts where ended_at is not null and ended_at < ${before} order by ended_at, id limit ${limit}
    ))`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}
