import type { AlertKind, Condition, RuleScope, Severity } from "@groundcrew/shared/alerts";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

/** An enabled rule, with the columns that evaluation needs. */
export type EnabledRule = {
  id: number;
  org_id: number;
  is_provider: boolean;
  name: string;
  condition: Condition;
  severity: Severity;
  scope: RuleScope;
  members: string[] | null;
};

/** All enabled rules; at most 50 of each organization. */
export async function selectEnabledRules(db: Db): Promise<EnabledRule[]> {
  const found = await sql<EnabledRule>`
    select r.id, r.org_id, o.is_provider, r.name, r.condition, r.severity, r.scope, r.members
    from alert_rules r join organizations o on o.id = r.org_id where r.enabled order by r.id`.execute(db);
  return found.rows;
}

export async function selectPending(
  db: Db,
): Promise<{ rule_id: number; subject: string; since: Timestamp; due_at: Timestamp }[]> {
  const found = await sql<{ rule_id: number; subject: string; since: Timestamp; due_at: Timestamp }>`
    select rule_id, subject, since, due_at from alert_conditions`.execute(db);
  return found.rows;
}

/** An active match, with its content. */
export type ActiveMatch = {
  rule_id: number;
  kind: AlertKind;
  subject: string;
  level: number;
  title: string;
  org_id: number | null;
  members: string[];
  since: Timestamp;
};

export async function selectActiveMatches(db: Db): Promise<ActiveMatch[]> {
  const found = await sql<ActiveMatch>`
    select m.rule_id, a.kind, a.subject, coalesce(m.level, a.level) as level, coalesce(m.title, a.title) as title, a.org_id, a.members, a.since
    from alerts a join alert_matches m on m.alert_id = a.id and m.ended_at is null and m.calm_since is null where a.ended_at is null`.execute(
    db,
  );
  return found.rows;
}

/** Active alerts whose next decision is due by a time; at most `limit`. */
export async function selectDueAlerts(db: Db, now: Timestamp, limit: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select id from alerts where ended_at is null and due_at is not null and due_at <= ${now} order by due_at, id limit ${limit}`.execute(
    db,
  );
  return found.rows.map(({ id }) => id);
}

/** A number of active alerts. The state is the one that support staff see. */
export type ActiveCount = { severity: string; state: string; count: number };

/** Numbers of active alerts that are not grouped into another one, by severity and state; zeros included. */
export async function countActive(db: Db): Promise<ActiveCount[]> {
  const found = await sql<ActiveCount>`
    with active as (
      select a.severity, case
        when a.calm_since is not null then 'over'
        when a.in_maintenance then 'maintenance'
        when exists (select from alert_mutes m where m.alert_id = a.id and m.side = 0 and m.until > now()) then 'muted'
        when exists (
          select from ownerships o where o.kind = 'alert' and o.subject = a.id::text and o.acknowledged_at is not null) then 'acknowledged'
        else 'open' end as state
      from alerts a where a.ended_at is null and a.parent_id is null
    )
    select severity, state, count(s.severity)::integer as count
    from unnest(array['urgent', 'warning']) severity cross join unnest(array['open', 'acknowledged', 'muted', 'maintenance', 'over']) state
    left join active s using (severity, state) group by severity, state order by severity, state`.execute(db);
  return found.rows;
}
