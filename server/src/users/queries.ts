import type { ListedUser } from "@groundcrew/shared/users";
import type { Db } from "../db/index.ts";

/** A user as changing or removing one needs them. */
export type User = ListedUser & { id: number; can_admin: boolean };

/** The users of an organization, ordered by email; at most 5,000. */
export async function listUsersOf(db: Db, orgId: number): Promise<ListedUser[]> {
  return selectUsers(db).where("org_id", "=", orgId).orderBy("email").limit(5_000).execute();
}

/** Adds a user who has no password yet; false when the email is taken. */
export async function insertUser(tx: Db, { email, orgId }: { email: string; orgId: number }): Promise<boolean> {
  const row = await tx
    .insertInto("users")
    .values({ email, org_id: orgId })
    .onConflict((taken) => taken.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The user with this email, and the admins of the provider's organization: none of them changes until the transaction ends.
 * All are locked in one order, so that two admins who remove each other wait instead of getting stuck.
 */
export async function lockUserAndAdmins(
  tx: Db,
  email: string,
  provider: string,
): Promise<{ user: User | undefined; admins: number }> {
  const rows = await selectUsers(tx)
    .select(["users.id", "can_admin"])
    .where((user) =>
      user.or([
        user("email", "=", email),
        user.and([user("can_admin", "=", true), user("organizations.name", "=", provider)]),
      ]),
    )
    .orderBy("users.id")
    .forUpdate("users")
    .execute();
  const admins = rows.filter(({ can_admin, organization }) => can_admin && organization === provider);
  return { user: rows.find((row) => row.email === email), admins: admins.length };
}

export async function updateManager(tx: Db, id: number, canManage: boolean): Promise<void> {
  await tx.updateTable("users").set({ can_manage: canManage }).where("id", "=", id).execute();
}

/** Removes a user, and with them their sessions and codes. */
export async function removeUser(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom("users").where("id", "=", id).execute();
}

function selectUsers(db: Db) {
  return db
    .selectFrom("users")
    .innerJoin("organizations", "organizations.id", "users.org_id")
    .select(["email", "can_manage", "org_id", "organizations.name as organization"]);
}
