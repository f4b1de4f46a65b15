import { sql } from "kysely";
import type { SharedDb } from "../db/index.ts";

/** Whether the provider's organization has an admin. */
export async function hasAdmin(db: SharedDb, provider: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .innerJoin("organizations", "organizations.id", "users.org_id")
    .select("users.id")
    .where("can_admin", "=", true)
    .where("organizations.name", "=", provider)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Serializes servers that want to create the first admin. */
export async function lockFirstAdmin(tx: SharedDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first admin', 0))`.execute(tx);
}

/** Id of the organization with this name, which is created if needed. */
export async function organizationCalled(tx: SharedDb, name: string): Promise<number> {
  const found = await tx.selectFrom("organizations").select("id").where("name", "=", name).executeTakeFirst();
  if (found) return found.id;
  const made = await tx.insertInto("organizations").values({ name }).returning("id").executeTakeFirstOrThrow();
  return made.id;
}

/** Adds an admin; false when the email is taken. */
export async function insertAdmin(
  tx: SharedDb,
  { email, orgId, passwordHash }: { email: string; orgId: number; passwordHash: string },
): Promise<boolean> {
  const row = await tx
    .insertInto("users")
    .values({ email, org_id: orgId, can_manage: true, can_admin: true, password_hash: passwordHash })
    .onConflict((taken) => taken.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
