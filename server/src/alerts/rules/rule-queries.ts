import type { AlertRule, ChangedRule, Condition, RuleScope } from "@groundcrew/shared/alerts";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import { shownName, type Db, type NameReader } from "../../platform/db/index.ts";
import type { Author } from "../../platform/http/index.ts";

/** A rule as it is stored. `is_provider` is true if it belongs to the organization that runs the fleet. */
export type StoredRule = Omit<AlertRule, "stations"> & { is_provider: boolean; members: string[] | null };

const RULES_MAX = 1_000;

const ruleRow = (
  reader: NameReader,
) => sql`r.id, r.rev, r.org_id, o.name as organization, o.is_provider, r.name, r.condition, r.severity, r.scope,
  r.auto_join, r.members, array(select id from channels where id = any(r.channels) order by array_position(r.channels, id)) as channels,
  r.group_by, r.repeat_minutes, r.quiet, r.tells_recovery, r.steps, r.enabled, r.off_since, ${shownName("r.off_by", "r.off_by_staff", reader)} as off_by, r.off_reason, r.edited,
  ${shownName("r.edited_by", "r.edited_by_staff", reader)} as edited_by,
  (
    select count(*)::integer from rule_subscriptions s join users u on u.id = s.user_id and u.org_id = r.org_id
    where s.rule_id = r.id and (s.email or s.push)
  ) as subscribers, found.*`;

/** The recent matches of rules. Each number is counted in an index, so that a rule's age does not matter. */
const FOUND = sql`(
  select
    (select count(*) from alert_matches where rule_id = r.id and ended_at is null and calm_since is null)::integer as firing,
    (select count(*) from alert_matches where rule_id = r.id and since > now() - interval '7 days')::integer as alerts_7d,
    (select since from alert_matches where rule_id = r.id order by since desc limit 1) as last_alert
)`;

/** The rules of a list: those of an organization, or of all others. */
export type RuleSelection = { orgId: number; whose: "own" | "customers"; q?: string | undefined };

/** Rules by name; at most 1000. */
export async function selectRules(
  db: Db,
  { orgId, whose, q = "" }: RuleSelection,
  reader: NameReader,
): Promise<StoredRule[]> {
  const text = `%${q.trim().replace(/[\\%_]/g, "\\$&")}%`;
  const found = await sql<StoredRule>`
    select ${ruleRow(reader)} from alert_rules r join organizations o on o.id = r.org_id cross join lateral ${FOUND} found
    where (r.org_id = ${orgId}) = ${whose === "own"} and (r.name ilike ${text} or o.name ilike ${text})
    order by lower(r.name), r.id limit ${RULES_MAX}`.execute(db);
  return found.rows;
}

/** The columns of a rule that determine which stations it watches. */
export type WatchingRule = Pick<StoredRule, "id" | "rev" | "scope" | "org_id" | "is_provider" | "members">;

/** The rules of an organization that are on, by id; at most 1000. */
export async function selectWatchingRules(db: Db, orgId: number): Promise<WatchingRule[]> {
  const found = await sql<WatchingRule>`
    select r.id, r.rev, r.scope, r.org_id, o.is_provider, r.members
    from alert_rules r join organizations o on o.id = r.org_id where r.org_id = ${orgId} and r.enabled
    order by r.id limit ${RULES_MAX}`.execute(db);
  return found.rows;
}

/** The scope of a rule, and the rule's organization. */
export type RuleUse = Pick<StoredRule, "id" | "org_id" | "is_provider" | "scope">;

/**
 * The scopes of rules that can be for sites or tags of an organization, by id: its own, and those of the provider. All for null. `lock` keeps others from
 * changing them.
 */
export async function selectScopes(db: Db, orgId: number | null, { lock = false } = {}): Promise<RuleUse[]> {
  const found = await sql<RuleUse>`
    select r.id, r.org_id, r.scope, o.is_provider from alert_rules r join organizations o on o.id = r.org_id
    where r.scope->>'kind' in ('sites', 'tags', 'view') and (${orgId}::integer is null or o.is_provider or r.org_id = ${orgId})
    order by r.id ${lock ? sql`for no key update of r` : sql``}`.execute(db);
  return found.rows;
}

/** Replaces the scopes of rules. Their next editor has to load them again. */
export async function updateScopes(
  tx: Db,
  scopes: readonly Pick<StoredRule, "id" | "scope">[],
  author: Author,
): Promise<void> {
  await sql`
    update alert_rules r set scope = n.scope, rev = r.rev + 1, edited = now(), edited_by = ${author.name},
      edited_by_staff = ${author.isStaff}
    from jsonb_to_recordset(${JSON.stringify(scopes)}) n(id integer, scope jsonb) where r.id = n.id`.execute(tx);
}

/** The numbers of an organization's rules and of those of others. */
export async function countRules(db: Db, orgId: number): Promise<{ own: number; customers: number }> {
  const found = await sql<{ own: number; customers: number }>`
    select (count(*) filter (where org_id = ${orgId}))::integer as own, (count(*) filter (where org_id <> ${orgId}))::integer as customers
    from alert_rules`.execute(db);
  return found.rows[0] ?? { own: 0, customers: 0 };
}

/** Rules by id, in the order of ids; unknown ones are left out. `lock` keeps others from changing them. */
export async function findRules(
  db: Db,
  ids: readonly number[],
  { lock = false, ...reader }: NameReader & { lock?: boolean },
): Promise<StoredRule[]> {
  const found = await sql<StoredRule>`
    select ${ruleRow(reader)} from alert_rules r join organizations o on o.id = r.org_id cross join lateral ${FOUND} found
    where r.id = any(${ids}::integer[]) order by r.id limit ${ids.length} ${lock ? sql`for no key update of r` : sql``}`.execute(
    db,
  );
  return found.rows;
}

/** A rule to store. */
export type RuleRow = Omit<ChangedRule, "rev"> & { org_id: number; members: string[] | null };

/** Adds a rule; returns its id. */
export async function insertRule(tx: Db, rule: RuleRow, author: Author): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into alert_rules (org_id, name, kind, condition, severity, scope, auto_join, members, channels, group_by, repeat_minutes, quiet,
      tells_recovery, steps, enabled, off_since, off_by, off_by_staff, edited_by, edited_by_staff)
    values (${rule.org_id}, ${rule.name}, ${rule.condition.kind}, ${json(rule.condition)}, ${rule.severity}, ${json(rule.scope)},
      ${rule.auto_join}, ${rule.members}::text[], ${rule.channels}::integer[], ${rule.group_by}, ${rule.repeat_minutes},
      ${rule.quiet === null ? null : JSON.stringify(rule.quiet)}::jsonb, ${rule.tells_recovery}, ${json(rule.steps)}, ${rule.enabled},
      case when not ${rule.enabled} then now() end, case when not ${rule.enabled} then ${author.name} end,
      not ${rule.enabled} and ${author.isStaff}, ${author.name}, ${author.isStaff})
    returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** Replaces the settings of a rule. */
export async function updateRule(
  tx: Db,
  id: number,
  { rule, author }: { rule: RuleRow; author: Author },
): Promise<void> {
  await sql`
    update alert_rules set name = ${rule.name}, kind = ${rule.condition.kind}, condition = ${json(rule.condition)},
      severity = ${rule.severity}, scope = ${json(rule.scope)}, auto_join = ${rule.auto_join}, members = ${rule.members}::text[],
      channels = ${rule.channels}::integer[], group_by = ${rule.group_by}, repeat_minutes = ${rule.repeat_minutes},
      quiet = ${rule.quiet === null ? null : JSON.stringify(rule.quiet)}::jsonb, tells_recovery = ${rule.tells_recovery},
      steps = ${json(rule.steps)}, ${enabledColumns(rule.enabled, { author, reason: null })}, edited = now(), edited_by = ${author.name},
      edited_by_staff = ${author.isStaff}, rev = rev + 1
    where id = ${id}`.execute(tx);
}

/** Switches a rule on or off. */
export async function setRuleEnabled(
  tx: Db,
  id: number,
  { enabled, author, reason }: { enabled: boolean; author: Author; reason: string | null },
): Promise<void> {
  await sql`
    update alert_rules set ${enabledColumns(enabled, { author, reason })}, edited = now(), edited_by = ${author.name},
      edited_by_staff = ${author.isStaff}, rev = rev + 1
    where id = ${id}`.execute(tx);
}

function enabledColumns(enabled: boolean, { author, reason }: { author: Author; reason: string | null }) {
  if (enabled) return sql`enabled = true, off_since = null, off_by = null, off_by_staff = false, off_reason = null`;
  return sql`enabled = false, off_since = coalesce(off_since, now()), off_by = coalesce(off_by, ${author.name}),
    off_by_staff = case when off_by is null then ${author.isStaff} else off_by_staff end,
    off_reason = coalesce(${reason}, off_reason)`;
}

/** Deletes a rule with people's subscriptions to it. */
export async function deleteRule(tx: Db, id: number): Promise<void> {
  await sql`delete from rule_subscriptions where rule_id = ${id}`.execute(tx);
  await sql`delete from alert_rules where id = ${id}`.execute(tx);
}

/** Deletes the pending conditions of a rule. */
export async function deleteConditions(tx: Db, ruleId: number): Promise<void> {
  await sql`delete from alert_conditions where rule_id = ${ruleId}`.execute(tx);
}

/** How many of these channels belong to an organization. They cannot be removed until the transaction ends. */
export async function countChannelsOf(tx: Db, orgId: number, ids: readonly number[]): Promise<number> {
  const found = await sql`
    select from channels where id = any(${ids}::integer[]) and org_id = ${orgId} for key share`.execute(tx);
  return found.rows.length;
}

/** Locks the number of an organization's rules until the transaction ends, and returns it. */
export async function lockRuleCount(tx: Db, orgId: number): Promise<number> {
  await sql`select from organizations where id = ${orgId} for no key update`.execute(tx);
  const found = await sql<{ count: number }>`
    select count(*)::integer as count from alert_rules where org_id = ${orgId}`.execute(tx);
  return found.rows[0]?.count ?? 0;
}

/** The name of an organization, and whether it is the one that runs the fleet; undefined for an unknown one. */
export async function findOrganization(
  db: Db,
  id: number,
): Promise<{ name: string; is_provider: boolean } | undefined> {
  const found = await sql<{ name: string; is_provider: boolean }>`
    select name, is_provider from organizations where id = ${id}`.execute(db);
  return found.rows[0];
}

/** Keeps the sites and tags of a scope from being deleted or renamed until the transaction ends. Who does that locks them before rules. */
export async function keepScope(tx: Db, scope: RuleScope): Promise<void> {
  if (scope.kind === "sites") {
    await sql`select from sites where id = any(${scope.site_ids}::integer[]) order by id for key share`.execute(tx);
  }
  if (scope.kind === "tags") {
    const names = [...scope.any, ...scope.not];
    await sql`select from station_tags where name = any(${names}::text[]) order by id for key share`.execute(tx);
  }
}

/**
 * The number of these organizations that exist, of these people who belong to an organization, and of these sites and names of tags that do or, for the
 * provider, that exist.
 */
export async function countKnown(db: Db, { orgIds, people, sites, tags, orgId, isProvider }: Named): Promise<Known> {
  const isOwn = sql`(${isProvider} or org_id = ${orgId})`;
  const found = await sql<Known>`
    select (select count(*) from organizations where id = any(${orgIds}::integer[]))::integer as organizations,
      (select count(*) from users where id = any(${people}::integer[]) and org_id = ${orgId})::integer as people,
      (select count(*) from sites where id = any(${sites}::integer[]) and ${isOwn})::integer as sites,
      (select count(distinct name) from station_tags where name = any(${tags}::text[]) and ${isOwn})::integer as tags`.execute(
    db,
  );
  return found.rows[0] ?? { organizations: 0, people: 0, sites: 0, tags: 0 };
}

type Named = Record<"orgIds" | "people" | "sites", readonly number[]> & {
  tags: readonly string[];
  orgId: number;
  isProvider: boolean;
};
type Known = Record<"organizations" | "people" | "sites" | "tags", number>;

type Person = { id: number; name: string; email: string; open: number; can_admin: boolean };

/** The people of an organization by name, with the number of things that each owns; at most 500. */
export async function selectPeople(db: Db, orgId: number): Promise<Person[]> {
  const found = await sql<Person>`
    select id, coalesce(nullif(name, ''), email) as name, email, can_admin,
      (select count(*) from ownerships where owner_id = users.id)::integer as open
    from users where org_id = ${orgId} order by lower(coalesce(nullif(name, ''), email)), id limit 500`.execute(db);
  return found.rows;
}

/** Times in which the links of stations were down in the last eight days, from history. */
export async function selectOfflineTimes(
  db: Db,
  names: readonly string[],
  now: Timestamp,
): Promise<{ station: string; from: Timestamp; to: Timestamp | null }[]> {
  const found = await sql<{ station: string; from: Timestamp; to: Timestamp | null }>`
    with points as (
      select station_name, minute, online, lag(online) over (partition by station_name order by minute) as before
      from station_history where station_name = any(${names}) and minute > ${now}::timestamptz - interval '8 days'
    ), changes as (
      select station_name, minute, online, lead(minute) over (partition by station_name order by minute) as next
      from points where before is distinct from online
    )
    select station_name as station, minute as from, next as to from changes where not online
    order by 1, 2 limit 200000`.execute(db);
  return found.rows;
}

/** The location of a station; null if it is not known. */
export async function findPlace(db: Db, station: string): Promise<{ lat: number; lng: number } | null> {
  const found = await sql<{ lat: number; lng: number }>`
    select lat, lng from station_locations where station_name = ${station} and lat is not null and lng is not null
    order by created desc, id desc limit 1`.execute(db);
  return found.rows[0] ?? null;
}

/** The beginning of the history of these stations; null without any. */
export async function findHistoryStart(db: Db, names: readonly string[]): Promise<Timestamp | null> {
  const found = await sql<{ since: Timestamp | null }>`
    select min(first) as since from unnest(${names}::text[]) name cross join lateral (
      select minute as first from station_history where station_name = name order by minute limit 1) h`.execute(db);
  return found.rows[0]?.since ?? null;
}

function json(value: Condition | RuleScope | readonly unknown[]): RawBuilder<unknown> {
  return sql`${JSON.stringify(value)}::jsonb`;
}
