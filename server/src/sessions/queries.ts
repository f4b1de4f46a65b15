import type { Db } from "../db/index.ts";

/** A user as logging in and every authenticated request need them. */
export type Account = {
  id: number;
  email: string;
  name: string;
  org_id: number;
  organization: string;
  can_manage: boolean;
  can_admin: boolean;
};

/** The user with this (lower-case) email and their password hash; undefined when there is none. */
export async function findAccount(
  db: Db,
  email: string,
): Promise<{ account: Account; password_hash: string | null } | undefined> {
  const row = await db
    .selectFrom("users")
    .innerJoin("organizations", "organizations.id", "users.org_id")
    .select(["users.id", "email", "users.name", "org_id", "organizations.name as organization"])
    .select(["can_manage", "can_admin", "password_hash"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (!row) return undefined;
  const { password_hash, ...account } = row;
  return { account, password_hash };
}

/** A live session with its user; undefined when the token is unknown or the session has run out at `now`. */
export async function findSession(
  db: Db,
  tokenHash: Uint8Array,
  now: Date,
): Promise<{ account: Account; created: string; last_used: string } | undefined> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .innerJoin("organizations", "organizations.id", "users.org_id")
    .select(["users.id", "email", "users.name", "org_id", "organizations.name as organization"])
    .select(["can_manage", "can_admin", "sessions.created", "last_used"])
    .where("token_hash", "=", tokenHash)
    .where("expires", ">", now.toISOString())
    .executeTakeFirst();
  if (!row) return undefined;
  const { created, last_used, ...account } = row;
  return { account, created, last_used };
}

export async function insertSession(
  db: Db,
  session: { tokenHash: Uint8Array; userId: number; now: Date; expires: Date },
): Promise<void> {
  const now = session.now.toISOString();
  await db
    .insertInto("sessions")
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      created: now,
      last_used: now,
      expires: session.expires.toISOString(),
    })
    .execute();
}

/** Notes that a person used the session, which puts off its idle end. */
export async function touchSession(
  db: Db,
  tokenHash: Uint8Array,
  { now, expires }: { now: Date; expires: Date },
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ last_used: now.toISOString(), expires: expires.toISOString() })
    .where("token_hash", "=", tokenHash)
    .execute();
}

/** Ends a session; one that does not exist is no error. */
export async function deleteSession(db: Db, tokenHash: Uint8Array): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
}

/** Removes sessions that ran out before `now`; at most 1,000 a call. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("token_hash", "in", (from) =>
      from
        .selectFrom("sessions")
        .select("token_hash")
        .where("expires", "<", now.toISOString())
        .orderBy("expires")
        .limit(1_000),
    )
    .execute();
}
