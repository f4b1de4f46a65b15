import type { Account } from "@groundcrew/shared/account";
import type { SharedDb } from "../platform/db/index.ts";

/** The parts of a user's account that they see themselves, besides sessions; undefined once it is deleted. */
export type Profile = Pick<Account, "name" | "email" | "organization" | "password_set"> & {
  org_id: number;
  password_hash: string | null;
};

export async function findProfile(db: SharedDb, userId: number): Promise<Profile | undefined> {
  return db
    .selectFrom("users")
    .innerJoin("organizations", "organizations.id", "users.org_id")
    .select(["users.name", "email", "organizations.name as organization", "password_set", "org_id", "password_hash"])
    .where("users.id", "=", userId)
    .executeTakeFirst();
}

/** Changes a user's name. Returns the name before, undefined if the user is deleted. */
export async function updateName(tx: SharedDb, userId: number, name: string): Promise<string | undefined> {
  const before = await tx
    .selectFrom("users")
    .select("name")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before && before.name !== name) await tx.updateTable("users").set({ name }).where("id", "=", userId).execute();
  return before?.name;
}
