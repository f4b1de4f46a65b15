import { sql } from "kysely";
import type { Organization } from "@groundcrew/shared/organizations";
import type { Db, SharedDb } from "../platform/db/index.ts";

/** All organizations, ordered by name; at most 5,000. */
export async function listAll(db: SharedDb): Promise<Organization[]> {
  return db
    .selectFrom("organizations")
    .select(["id", "name"])
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .limit(5_000)
    .execute();
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
