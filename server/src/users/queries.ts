import type { Timestamp } from "@groundcrew/shared/lib";
import type { ListedUser } from "@groundcrew/shared/users";
import { sql } from "kysely";
import type { SharedDb } from "../platform/db/index.ts";
import { invitationOf, type InvitationColumns } from "./invitation-queries.ts";

type Account = Omit<ListedUser, "invitation" | "has_second_step">;

/** A user, with the columns that changing or removing one needs. */
export type User = Account & { id: number; can_admin: boolean };

type ListedRow = Account &
  Pick<InvitationColumns, "mail_failed" | "mail_reply"> & {
    sent: Timestamp | null;
    expires: Timestamp | null;
    has_second_step: boolean | null;
  };

/** The users of an organization and those invited to it, ordered by email; at most 5,000. */
export async function listUsersOf(db: SharedDb, orgId: number): Promise<ListedUser[]> {
  const { rows } = await sql<ListedRow>`
    select email, can_manage, org_id, o.name as organization, sent, expires, mail_failed, mail_reply, has_second_step from (
      select email, can_manage, org_id, null::timestamptz as sent, null::timestamptz as expires,
        null::timestamptz as mail_failed, null as mail_reply,
        exists (select from totp_apps where user_id = users.id) or exists (select from passkeys where user_id = users.id)
          as has_second_step
      from users where org_id = ${orgId}
      union all
      select email, can_manage, org_id, sent, expires, mail_failed, mail_reply, null from invitations i
      where org_id = ${orgId} and not exists (select from users u where u.email = i.email and u.org_id = i.org_id)
    ) listed join organizations o on o.id = org_id
    order by email limit 5000`.execute(db);
  return rows.map(({ email, can_manage, org_id, organization, sent, expires, has_second_step, ...mail }) => {
    const invitation = sent === null || expires === null ? null : invitationOf({ sent, expires, ...mail });
    const listed = { email, can_manage, org_id, organization, invitation };
    return has_second_step === null ? listed : Object.assign(listed, { has_second_step });
  });
}

/** Id of the organization of the user with this email; undefined when there is none. */
export async function organizationOfUser(tx: SharedDb, email: string): Promise<number | undefined> {
  const row = await tx.selectFrom("users").select("org_id").where("email", "=", email).executeTakeFirst();
  return row?.org_id;
}

/**
 * The user with this email, and the admins of the provider's organization, all locked until the transaction ends. They are locked in one
 * order, so that two admins who remove each other do not deadlock.
 */
export async function lockUserAndAdmins(
  tx: SharedDb,
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

export async function updateManager(tx: SharedDb, id: number, canManage: boolean): Promise<void> {
  await tx.updateTable("users").set({ can_manage: canManage }).where("id", "=", id).execute();
}

/** Removes a user with their sessions and codes. */
export async function removeUser(tx: SharedDb, id: number): Promise<void> {
  await tx.deleteFrom("users").where("id", "=", id).execute();
}

function selectUsers(db: SharedDb) {
  return db
    .selectFrom("users")
    .innerJoin("organizations", "organizations.id", "users.org_id")
    .select(["email", "can_manage", "org_id", "organizations.name as organization"]);
}

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
  const created = await tx.insertInto("organizations").values({ name }).returning("id").executeTakeFirstOrThrow();
  return created.id;
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

/** The user with this email and their organization; undefined when there is none. */
export async function findUser(
  tx: SharedDb,
  email: string,
): Promise<{ id: number; org_id: number; organization: string; can_admin: boolean } | undefined> {
  return tx
    .selectFrom("users")
    .innerJoin("organizations", "organizations.id", "users.org_id")
    .select(["users.id", "org_id", "organizations.name as organization", "can_admin"])
    .where("email", "=", email)
    .executeTakeFirst();
}

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
        .select((eb) => ["id", eb.val(code.code_hash).as("code_hash")])
        .select((eb) => [eb.val(code.created).as("created"), eb.val(code.expires).as("expires")])
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
export async function updatePassword(
  tx: SharedDb,
  { userId, passwordHash, now }: { userId: number; passwordHash: string; now: Date },
): Promise<boolean> {
  const before = await tx
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  const set = { password_hash: passwordHash, password_set: now.toISOString() };
  await tx.updateTable("users").set(set).where("id", "=", userId).execute();
  return before?.password_hash === null;
}
