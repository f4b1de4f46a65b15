import type { Organization } from "@groundcrew/shared/organizations";
import type { Db, SharedDb } from "../db/index.ts";

/** All organizations, ordered by name; at most 5,000. */
export async function listAll(db: SharedDb): Promise<Organization[]> {
  return db
    .selectFrom("organizations")
    .select(["id", "name"])
    .orderBy((of) => of.fn("lower", ["name"]))
    .limit(5_000)
    .execute();
}

/** How many stations each organization has that are not retired, by its id; those without any are left out. */
export async function countStations(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("stations")
    .select((of) => ["org_id", of.fn.countAll<number>().as("count")])
    .where("retired", "is", null)
    .groupBy("org_id")
    .execute();
  return new Map(rows.map(({ org_id, count }) => [org_id, count]));
}

export async function findOrganization(db: SharedDb, id: number): Promise<{ id: number; name: string } | undefined> {
  return db.selectFrom("organizations").select(["id", "name"]).where("id", "=", id).executeTakeFirst();
}

/** Adds an organization; undefined when its name, whatever the capitals, is taken. */
export async function insertOrganization(
  tx: SharedDb,
  name: string,
): Promise<{ id: number; name: string } | undefined> {
  return tx
    .insertInto("organizations")
    .values({ name })
    .onConflict((taken) => taken.doNothing())
    .returning(["id", "name"])
    .executeTakeFirst();
}
