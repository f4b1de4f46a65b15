import type { SharedDb } from "../db/index.ts";

/** The user with this email, and when their latest code was generated; undefined when there is none. */
export async function findRecipient(
  db: SharedDb,
  email: string,
): Promise<{ id: number; org_id: number; organization: string; code_created: string | null } | undefined> {
  return db
    .selectFrom("users")
    .innerJoin("organizations", "organizations.id", "users.org_id")
    .leftJoin("password_codes", "password_codes.user_id", "users.id")
    .select(["users.id", "org_id", "organizations.name as organization", "password_codes.created as code_created"])
    .where("email", "=", email)
    .executeTakeFirst();
}

/** Stores a user's code in place of any before. A user who has been deleted meanwhile gets none. */
export async function writeCode(
  db: SharedDb,
  { userId, codeHash, created, expires }: { userId: number; codeHash: Uint8Array; created: Date; expires: Date },
): Promise<void> {
  const code = { code_hash: codeHash, created: created.toISOString(), expires: expires.toISOString() };
  await db
    .insertInto("password_codes")
    .columns(["user_id", "code_hash", "created", "expires"])
    .expression((from) =>
      from
        .selectFrom("users")
        .select((of) => ["id", of.val(code.code_hash).as("code_hash")])
        .select((of) => [of.val(code.created).as("created"), of.val(code.expires).as("expires")])
        .where("id", "=", userId)
        .forKeyShare(),
    )
    .onConflict((before) => before.column("user_id").doUpdateSet(code))
    .execute();
}

/** The user of a code and their organization; undefined when the code is of another user, used, replaced or too old at `now`. */
export async function findCode(
  db: SharedDb,
  { email, codeHash, now }: { email: string; codeHash: Uint8Array; now: Date },
): Promise<{ userId: number; orgId: number; organization: string } | undefined> {
  return db
    .selectFrom("password_codes")
    .innerJoin("users", "users.id", "password_codes.user_id")
    .innerJoin("organizations", "organizations.id", "users.org_id")
    .select(["users.id as userId", "users.org_id as orgId", "organizations.name as organization"])
    .where("email", "=", email)
    .where("code_hash", "=", codeHash)
    .where("expires", ">", now.toISOString())
    .executeTakeFirst();
}

/** Uses a code. False when it was used meanwhile. */
export async function takeCode(tx: SharedDb, userId: number, codeHash: Uint8Array): Promise<boolean> {
  const row = await tx
    .deleteFrom("password_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", codeHash)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets a user's password; true when they had none before. */
export async function updatePassword(tx: SharedDb, userId: number, passwordHash: string): Promise<boolean> {
  const before = await tx
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  await tx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
  return before?.password_hash === null;
}
