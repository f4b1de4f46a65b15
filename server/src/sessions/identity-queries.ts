import { sql } from "kysely";
import type { SharedDb } from "../platform/db/index.ts";
import { selectAccount, type Account } from "./queries.ts";

/** An account elsewhere. The issuer and the subject identify it; its email address may change. */
export type Identity = { issuer: string; subject: string; email: string | null; name: string };

/** The user that an account elsewhere is linked to; undefined if there is none. With `orgId`, users of other organizations are none. */
export async function findLinkedAccount(
  db: SharedDb,
  { issuer, subject }: Pick<Identity, "issuer" | "subject">,
  orgId?: number,
): Promise<Account | undefined> {
  const linked = selectAccount(db)
    .innerJoin("identities", "identities.user_id", "users.id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject);
  return (orgId === undefined ? linked : linked.where("org_id", "=", orgId)).executeTakeFirst();
}

/** The user with this (lower-case) email; undefined if there is none. With `orgId`, users of other organizations are none. */
export async function findAccountWithEmail(db: SharedDb, email: string, orgId?: number): Promise<Account | undefined> {
  const users = selectAccount(db).where("users.email", "=", email);
  return (orgId === undefined ? users : users.where("org_id", "=", orgId)).executeTakeFirst();
}

/**
 * Links a user to an account elsewhere, or records that it was used, and takes its name for a user who has none. Returns since when it is linked; null if
 * the user is deleted or the account is linked to another one. Throws a violation of `ONE_OF_ISSUER` if the user is linked to another account of its issuer.
 */
export async function linkIdentity(
  tx: SharedDb,
  userId: number,
  { issuer, subject, email, name, at }: Identity & { at: Date },
): Promise<"now" | "before" | null> {
  const used = { email, last_used: at.toISOString() };
  const row = await tx
    .insertInto("identities")
    .columns(["user_id", "issuer", "subject", "email", "linked", "last_used"])
    .expression((from) =>
      from
        .selectFrom("users")
        .select((eb) => ["id", eb.val(issuer).as("issuer"), eb.val(subject).as("subject"), eb.val(email).as("email")])
        .select((eb) => [eb.val(used.last_used).as("linked"), eb.val(used.last_used).as("last_used")])
        .where("id", "=", userId)
        .forNoKeyUpdate(),
    )
    .onConflict((known) =>
      known.columns(["issuer", "subject"]).doUpdateSet(used).where("identities.user_id", "=", userId),
    )
    // A row that was there before has the transaction that updates it as `xmax`.
    .returning(sql<boolean>`xmax = 0`.as("is_new"))
    .executeTakeFirst();
  if (!row) return null;
  // Also an update of no row makes every server forget what it kept of sessions.
  if (name !== "" && (await hasNoName(tx, userId))) {
    await tx.updateTable("users").set({ name }).where("id", "=", userId).execute();
  }
  return row.is_new ? "now" : "before";
}

async function hasNoName(tx: SharedDb, userId: number): Promise<boolean> {
  const user = await tx.selectFrom("users").select("name").where("id", "=", userId).executeTakeFirst();
  return user?.name === "";
}

/** A user is linked to one account of an issuer. */
export const ONE_OF_ISSUER = "identities_user_id_issuer_key";

/** The accounts elsewhere of a user, ordered by when they were linked. */
export async function selectIdentities(db: SharedDb, userId: number) {
  return db
    .selectFrom("identities")
    .select(["id", "issuer", "email", "linked", "last_used"])
    .where("user_id", "=", userId)
    .orderBy("linked")
    .orderBy("id")
    .limit(100)
    .execute();
}

/** Unlinks an account elsewhere from a user. */
export async function deleteIdentity(tx: SharedDb, userId: number, id: number): Promise<void> {
  await tx.deleteFrom("identities").where("user_id", "=", userId).where("id", "=", id).execute();
}

/** Adds a user without a password. Does nothing if somebody has the address. */
export async function insertLinkedUser(
  tx: SharedDb,
  { email, orgId }: { email: string; orgId: number },
): Promise<boolean> {
  const row = await tx
    .insertInto("users")
    .values({ email, org_id: orgId })
    .onConflict((taken) => taken.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets whether a user may change things. */
export async function updateRights(tx: SharedDb, userId: number, canManage: boolean): Promise<void> {
  await tx.updateTable("users").set({ can_manage: canManage }).where("id", "=", userId).execute();
}
