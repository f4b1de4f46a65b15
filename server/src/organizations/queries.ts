import { sql } from "kysely";
import { STEP_DAYS, STEP_NOTICE_DAYS, type Organization, type StepRule } from "@groundcrew/shared/organizations";
import type { Db, SharedDb } from "../platform/db/index.ts";

/** All organizations, ordered by name; at most 5,000. */
export async function listAll(db: SharedDb): Promise<Organization[]> {
  const rows = await db
    .selectFrom("organizations")
    .select(["id", "name", "second_step_from"])
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .limit(5_000)
    .execute();
  return rows.map(({ second_step_from: from, ...shown }) =>
    from === null ? shown : Object.assign(shown, { second_step_from: from }),
  );
}

/** The number of stations that are not retired, by organization id. Organizations without any are left out. */
export async function countStations(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("stations")
    .select((eb) => ["org_id", eb.fn.countAll<number>().as("count")])
    .where("retired", "is", null)
    .groupBy("org_id")
    .execute();
  return new Map(rows.map(({ org_id, count }) => [org_id, count]));
}

export async function findOrganization(db: SharedDb, id: number): Promise<{ id: number; name: string } | undefined> {
  return db.selectFrom("organizations").select(["id", "name"]).where("id", "=", id).executeTakeFirst();
}

/** Adds an organization. Undefined when its name is taken, regardless of case. */
export async function insertOrganization(
  tx: SharedDb,
  name: string,
): Promise<{ id: number; name: string } | undefined> {
  return tx
    .insertInto("organizations")
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "name"])
    .executeTakeFirst();
}

/**
 * The name of the provider, the organization whose users see every station. It is stored in the database; until then the organization
 * called `name`, if there is one, becomes the provider.
 */
export async function providerName(db: SharedDb, name: string): Promise<string> {
  await sql`
    update organizations set is_provider = true
    where name = ${name} and not exists (select from organizations where is_provider)`.execute(db);
  const provider = await db
    .selectFrom("organizations")
    .select("name")
    .where("is_provider", "=", true)
    .executeTakeFirst();
  return provider?.name ?? name;
}

/** Stores the prefix of internal organizations' names. Their stations' errors are then no part of triage. */
export async function setInternalPrefix(db: SharedDb, prefix: string): Promise<void> {
  await sql`update internal_prefix set prefix = ${prefix} where prefix <> ${prefix}`.execute(db);
  await sql`
    update organizations set name = name where is_internal <> starts_with(name, ${prefix})`.execute(db);
}

/** The day from which an organization requires a second factor, locked until the transaction ends; null if it does not. */
export async function lockStepDay(tx: SharedDb, orgId: number): Promise<string | null> {
  const { second_step_from } = await tx
    .selectFrom("organizations")
    .select("second_step_from")
    .where("id", "=", orgId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return second_step_from;
}

export async function updateStepDay(tx: SharedDb, orgId: number, from: string | null): Promise<void> {
  await tx.updateTable("organizations").set({ second_step_from: from }).where("id", "=", orgId).execute();
}

/** True for a user `u` without a second factor. */
const HAS_NONE = sql<boolean>`not exists (select from totp_apps a where a.user_id = u.id)
  and not exists (select from passkeys p where p.user_id = u.id)`;

/** Whether an organization requires a second factor, and how many of its users have none. */
export async function readStepRule(db: SharedDb, orgId: number): Promise<StepRule> {
  return db
    .selectFrom("organizations")
    .leftJoin("users as u", "u.org_id", "organizations.id")
    .select("second_step_from as from")
    .select((eb) => [
      eb.fn.count<number>("u.id").as("users"),
      eb.fn.count<number>("u.id").filterWhere(HAS_NONE).as("without"),
    ])
    .where("organizations.id", "=", orgId)
    .groupBy("organizations.id")
    .executeTakeFirstOrThrow();
}

/** The number of users without a second factor, by organization id. Organizations without any are left out. */
export async function countUsersWithout(db: SharedDb): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("users as u")
    .select((eb) => ["u.org_id", eb.fn.countAll<number>().as("count")])
    .where(HAS_NONE)
    .groupBy("u.org_id")
    .execute();
  return new Map(rows.map(({ org_id, count }) => [org_id, count]));
}

/**
 * Those without a second factor who are to be informed now that their organization requires one, and marks them: at most 5,000. Each gets an email as
 * soon as it is required, and others when 7 days and when one day are left: of several that are due, the last one.
 */
export async function takeWithoutStep(
  tx: SharedDb,
  { today, orgId }: { today: string; orgId: number | null },
): Promise<{ to: string; organization: string; from: string }[]> {
  const [first, second] = STEP_NOTICE_DAYS;
  const left = sql`o.second_step_from - ${today}::date`;
  const found = await sql<{ to: string; organization: string; from: string }>`
    with due as (
      select u.id, o.second_step_from,
        case when ${left} <= ${second}::integer then ${second}::integer when ${left} <= ${first}::integer then ${first}::integer
          else ${STEP_DAYS.most}::integer end as days
      from organizations o join users u on u.org_id = o.id
      where o.second_step_from >= ${today}::date and o.id = coalesce(${orgId}, o.id) and ${HAS_NONE}
    ), taken as (
      insert into second_step_mails as m (user_id, required_from, days)
      select id, second_step_from, days from due d
      where not exists (
        select from second_step_mails s where s.user_id = d.id and s.required_from = d.second_step_from and s.days <= d.days
      )
      order by id limit 5000
      on conflict (user_id) do update set required_from = excluded.required_from, days = excluded.days
        where m.required_from <> excluded.required_from or m.days > excluded.days
      returning user_id, required_from
    )
    select u.email as to, o.name as organization, t.required_from as from
    from taken t join users u on u.id = t.user_id join organizations o on o.id = u.org_id order by u.id`.execute(tx);
  return found.rows;
}
