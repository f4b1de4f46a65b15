import { isStaffKind, MAX_RULES, ruleKind, type RuleScope } from "@groundcrew/shared/alerts";
import type { PersonalTopic, QuietHours, SubscribedRule, Subscription } from "@groundcrew/shared/notifications";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Person } from "./person.ts";

/** Kinds of rules whose alerts only admins are notified of. */
const ADMIN_KINDS = ruleKind.options.filter(isStaffKind);

/** True if a person can be notified of the alerts of a rule `r`. */
function concerns({ orgId, isAdmin }: Pick<Person, "orgId" | "isAdmin">): RawBuilder<boolean> {
  return sql<boolean>`r.org_id = ${orgId} and (${isAdmin} or r.kind <> all(${ADMIN_KINDS}::text[]))`;
}

/** The rules that can notify a person, by name, with the person's choice. */
export async function selectSubscribedRules(
  db: Db,
  person: Person,
): Promise<(Omit<SubscribedRule, "scope"> & { scope: RuleScope })[]> {
  const found = await sql<Omit<SubscribedRule, "scope"> & { scope: RuleScope }>`
    select r.id as rule, r.name, r.severity, r.scope, r.enabled, coalesce(s.email, false) as email,
      coalesce(s.push, false) as push
    from alert_rules r left join rule_subscriptions s on s.rule_id = r.id and s.user_id = ${person.id}
    where ${concerns(person)} order by lower(r.name), r.id limit ${MAX_RULES}`.execute(db);
  return found.rows;
}

/** The names of organizations by their numbers. */
export async function selectOrganizationNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await sql<{ id: number; name: string }>`
    select id, name from organizations where id = any(${ids}::integer[]) order by id`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

/** A person's preferences for events that concern them; a topic is missing while the defaults apply. */
export async function selectTopics(db: Db, userId: number): Promise<(Subscription & { topic: PersonalTopic })[]> {
  const found = await sql<Subscription & { topic: PersonalTopic }>`
    select topic, email, push from topic_subscriptions where user_id = ${userId} order by topic`.execute(db);
  return found.rows;
}

/** The quiet hours of a person; null without any. */
export async function findQuietHours(db: Db, userId: number): Promise<QuietHours | null> {
  const found = await sql<QuietHours>`
    select starts as "from", ends as "to", zone, urgent_after_hour from quiet_hours where user_id = ${userId}`.execute(
    db,
  );
  return found.rows[0] ?? null;
}

/** Stores how a person is notified of a rule's alerts. False when no such rule can notify them. */
export async function storeRuleSubscription(
  tx: Db,
  person: Person,
  { rule, email, push }: Subscription & { rule: number },
): Promise<boolean> {
  // Locks the rule until the transaction ends, so that no subscription remains when it is deleted.
  const found = await sql`
    with rule as (select r.id from alert_rules r where r.id = ${rule} and ${concerns(person)} for key share)
    insert into rule_subscriptions (user_id, rule_id, email, push) select ${person.id}, id, ${email}, ${push} from rule
    on conflict (user_id, rule_id) do update set email = excluded.email, push = excluded.push
    returning rule_id`.execute(tx);
  return found.rows.length > 0;
}

export async function storeTopic(
  tx: Db,
  userId: number,
  { topic, email, push }: Subscription & { topic: PersonalTopic },
): Promise<void> {
  await sql`
    insert into topic_subscriptions (user_id, topic, email, push) values (${userId}, ${topic}, ${email}, ${push})
    on conflict (user_id, topic) do update set email = excluded.email, push = excluded.push`.execute(tx);
}

/** Stores the quiet hours of a person; null for none. */
export async function storeQuietHours(tx: Db, userId: number, quiet: QuietHours | null): Promise<void> {
  if (quiet === null) {
    await sql`delete from quiet_hours where user_id = ${userId}`.execute(tx);
    return;
  }
  const { from, to, zone, urgent_after_hour } = quiet;
  await sql`
    insert into quiet_hours (user_id, starts, ends, zone, urgent_after_hour)
    values (${userId}, ${from}, ${to}, ${zone}, ${urgent_after_hour})
    on conflict (user_id) do update set starts = excluded.starts, ends = excluded.ends, zone = excluded.zone,
      urgent_after_hour = excluded.urgent_after_hour`.execute(tx);
}
