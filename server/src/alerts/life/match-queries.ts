import type { AlertKind, EscalationStep, LifeMatch, Severity } from "@groundcrew/shared/alerts";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import { SERVER_KINDS } from "../kinds.ts";

/** The columns of a match, with their types and the fields of a match in memory. There, times are in ms. */
const MATCH_COLUMNS = [
  ["rule_id", "integer", "rule"],
  ["side", "integer", "side"],
  ["severity", "text", "severity"],
  ["level", "integer", "level"],
  ["title", "text", "title"],
  ["detail", "text", "detail"],
  ["since", "timestamptz", "since"],
  ["ended_at", "timestamptz", "ended"],
  ["end_cause", "text", "cause"],
  ["end_reason", "text", "reason"],
  ["end_pending", "boolean", "end_pending"],
  ["announced_at", "timestamptz", "announced"],
  ["repeated_at", "timestamptz", "repeated"],
  ["steps", "integer", "steps"],
  ["held", "text", "suppression"],
  ["announced_level", "integer", "announced_level"],
  ["worse_since", "timestamptz", "worse_since"],
  ["changed_at", "timestamptz", "changed"],
  ["changes", "timestamptz[]", "changes"],
  ["flapping", "boolean", "flapping"],
  ["flapping_announced", "boolean", "flapping_announced"],
  ["calm_since", "timestamptz", "calm_since"],
] as const satisfies readonly (readonly [column: string, type: string, field: keyof LifeMatch])[];
type Column = (typeof MATCH_COLUMNS)[number];

/** A match `m` of an alert `a` as JSON. What an older version did not store is taken from the alert. */
export const MATCH_JSON = sql`json_build_object(${sql.join([
  ...MATCH_COLUMNS.flatMap((column) => [sql.lit(column[2]), fieldOf(column)]),
  sql`'is_worse', false`,
])})`;

function fieldOf([name, type]: Column): RawBuilder<unknown> {
  const column = sql.ref(`m.${name}`);
  if (type === "timestamptz") return msOf(column);
  if (type === "timestamptz[]") return sql`array(select ${msOf(sql`t`)} from unnest(${column}) t)`;
  if (name === "side") return sql`coalesce(${column}, 0)`;
  const isInAlert = name === "severity" || name === "level" || name === "title" || name === "detail";
  return isInAlert ? sql`coalesce(${column}, ${sql.ref(`a.${name}`)})` : column;
}

function msOf(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`floor(extract(epoch from ${time}) * 1000)::bigint`;
}

/** Stores matches of alerts, new or changed. */
export async function storeMatches(tx: Db, matches: readonly (LifeMatch & { alert_id: number })[]): Promise<void> {
  if (matches.length === 0) return;
  const names = sql.join(MATCH_COLUMNS.map(([name]) => sql.ref(name)));
  const typed = MATCH_COLUMNS.map(
    ([, type, field]) => sql`${sql.ref(field)} ${sql.raw(type.replace("timestamptz", "bigint"))}`,
  );
  const changed = MATCH_COLUMNS.slice(1).map(([name]) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  await sql`
    insert into alert_matches (alert_id, ${names})
    select alert_id, ${sql.join(MATCH_COLUMNS.map(columnOf))}
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as m(alert_id integer, ${sql.join(typed)})
    on conflict (alert_id, rule_id) do update set ${sql.join(changed)}`.execute(tx);
}

function columnOf([, type, name]: Column): RawBuilder<unknown> {
  const field = sql.ref(`m.${name}`);
  if (type === "timestamptz") return timeOf(field);
  return type === "timestamptz[]" ? sql`array(select ${timeOf(sql`t`)} from unnest(${field}) t)` : field;
}

function timeOf(ms: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_timestamp(${ms} / 1000.0)`;
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
    where a.subject = any(${subjects}::text[]) and a.kind <> all(${SERVER_KINDS}) and a.ended_at > ${now}::timestamptz - interval '1 hour' and m.end_cause = 'condition'
    order by a.subject, a.kind, m.rule_id, a.ended_at desc, a.id desc`.execute(tx);
  return found.rows;
}
