import type { OwnSession, SignInMethod } from "@groundcrew/shared/account";
import type { Timestamp } from "@groundcrew/shared/lib";
import type { Preferences, SecondStep } from "@groundcrew/shared/sessions";
import type { SharedDb } from "../platform/db/index.ts";

/** A user, with the fields needed for login and for every authenticated request. */
export type Account = {
  id: number;
  email: string;
  name: string;
  org_id: number;
  organization: string;
  can_manage: boolean;
  can_admin: boolean;
  /** The view that the stations list opens with. */
  default_view: number | null;
  has_second_step: boolean;
  /** The day (UTC) from which the organization requires a second factor. */
  second_step_from: string | null;
} & Preferences;

/** The user with this (lower-case) email and their password hash; undefined when there is none. */
export async function findAccount(
  db: SharedDb,
  email: string,
): Promise<{ account: Account; password_hash: string | null } | undefined> {
  const row = await selectAccount(db).select("password_hash").where("email", "=", email).executeTakeFirst();
  if (!row) return undefined;
  const { password_hash, ...account } = row;
  return { account, password_hash };
}

/** The user with this id; undefined when there is none. */
export async function findAccountById(db: SharedDb, id: number): Promise<Account | undefined> {
  return selectAccount(db).where("users.id", "=", id).executeTakeFirst();
}

/** A user's password hash, locked until the transaction ends; null when the user or the password no longer exists. */
export async function lockPasswordHash(tx: SharedDb, userId: number): Promise<string | null> {
  const row = await tx
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Replaces a user's password hash, which `lockPasswordHash` has locked, by another one of the same password. */
export async function replacePasswordHash(tx: SharedDb, userId: number, hash: string): Promise<void> {
  await tx.updateTable("users").set({ password_hash: hash }).where("id", "=", userId).execute();
}

/** Users with the columns of an account. */
export function selectAccount(db: SharedDb) {
  return db
    .selectFrom("users")
    .innerJoin("organizations", "organizations.id", "users.org_id")
    .leftJoin("default_views", "default_views.user_id", "users.id")
    .select([
      "users.id",
      "users.email",
      "users.name",
      "org_id",
      "organizations.name as organization",
      "second_step_from",
    ])
    .select(["can_manage", "can_admin", "view_id as default_view", "users.time_zone", "units", "theme"])
    .select((eb) =>
      eb
        .or([
          eb.exists(eb.selectFrom("totp_apps").select("user_id").whereRef("user_id", "=", "users.id")),
          eb.exists(eb.selectFrom("passkeys").select("id").whereRef("user_id", "=", "users.id")),
        ])
        .$castTo<boolean>()
        .as("has_second_step"),
    );
}

/** A session and its user. It ends at `expires` unless it is used before. */
export type Session = {
  account: Account;
  created: Timestamp;
  last_used: Timestamp;
  expires: Timestamp;
  /** When its user last proved who they are. */
  confirmed: Timestamp | null;
};

/** A live session; undefined when the token is unknown or the session has expired at `now`. */
export async function findSession(db: SharedDb, tokenHash: Uint8Array, now: Date): Promise<Session | undefined> {
  const row = await selectAccount(db)
    .innerJoin("sessions", "sessions.user_id", "users.id")
    .select(["sessions.created", "last_used", "expires", "confirmed"])
    .where("token_hash", "=", tokenHash)
    .where("expires", ">", now.toISOString())
    .executeTakeFirst();
  if (!row) return undefined;
  const { created, last_used, expires, confirmed, ...account } = row;
  return { account, created, last_used, expires, confirmed };
}

/** How and from where someone logged in, as far as that is known. */
export type SignIn = {
  signed_in_by: SignInMethod | null;
  second_step: SecondStep | null;
  ip: string | null;
  agent: string | null;
  /** The browser, by the hash of the name that its cookie has, and whether it is new. */
  device_hash: Uint8Array | null;
  is_new_device: boolean;
  /** The encrypted ID token of an identity provider. */
  id_token: Uint8Array | null;
  /** When the user proved who they are; null if that is not known. Left out if they did now. */
  confirmed?: Timestamp | null;
};

/** Stores a session and returns its id. */
export async function insertSession(
  db: SharedDb,
  {
    tokenHash,
    userId,
    now,
    expires,
    ...signIn
  }: SignIn & { tokenHash: Uint8Array; userId: number; now: Date; expires: Date },
): Promise<number> {
  const at = now.toISOString();
  const { id } = await db
    .insertInto("sessions")
    .values({
      token_hash: tokenHash,
      user_id: userId,
      created: at,
      last_used: at,
      expires: expires.toISOString(),
      confirmed: at,
      ...signIn,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Records that a person used the session, which postpones its idle timeout. */
export async function touchSession(
  db: SharedDb,
  tokenHash: Uint8Array,
  { now, expires }: { now: Date; expires: Date },
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ last_used: now.toISOString(), expires: expires.toISOString() })
    .where("token_hash", "=", tokenHash)
    .execute();
}

/** Records that the user of a session has proven again who they are. */
export async function confirmSession(tx: SharedDb, tokenHash: Uint8Array, now: Date): Promise<void> {
  await tx.updateTable("sessions").set({ confirmed: now.toISOString() }).where("token_hash", "=", tokenHash).execute();
}

/** Forgets when all other sessions of a user were confirmed. */
export async function unconfirmOtherSessions(
  tx: SharedDb,
  { userId, tokenHash }: { userId: number; tokenHash: Uint8Array },
): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ confirmed: null })
    .where("user_id", "=", userId)
    .where("token_hash", "!=", tokenHash)
    .execute();
}

/** The encrypted ID token with which a session began; null without one. */
export async function findIdToken(db: SharedDb, tokenHash: Uint8Array): Promise<Uint8Array | null> {
  const row = await db.selectFrom("sessions").select("id_token").where("token_hash", "=", tokenHash).executeTakeFirst();
  return row?.id_token ?? null;
}

/** Ends a session. Does nothing when it does not exist. */
export async function deleteSession(db: SharedDb, tokenHash: Uint8Array): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
}

/** The live sessions of a user at `now`: the one with `tokenHash` first, then the one used last. */
export async function selectSessionsOf(
  db: SharedDb,
  { userId, tokenHash, now }: { userId: number; tokenHash: Uint8Array; now: Date },
): Promise<OwnSession[]> {
  return db
    .selectFrom("sessions")
    .select([
      "id",
      "signed_in_by",
      "second_step",
      "ip",
      "agent",
      "created as since",
      "last_used as last_seen",
      "is_new_device",
    ])
    .select((session) => session("token_hash", "=", tokenHash).$castTo<boolean>().as("is_current"))
    .where("user_id", "=", userId)
    .where("expires", ">", now.toISOString())
    .orderBy("is_current", "desc")
    .orderBy("last_used", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Ends a session of a user unless it is the one with `tokenHash`. Returns what became of it. */
export async function deleteSessionOf(
  tx: SharedDb,
  { userId, id, tokenHash }: { userId: number; id: number; tokenHash: Uint8Array },
): Promise<"ended" | "is current" | "unknown"> {
  const row = await tx
    .selectFrom("sessions")
    .select("token_hash")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return "unknown";
  if (Buffer.from(row.token_hash).equals(tokenHash)) return "is current";
  await deleteSession(tx, row.token_hash);
  return "ended";
}

/** Ends all sessions of a user, or all but the one with `tokenHash`, and all logins that are not finished. Returns the number of sessions. */
export async function deleteSessionsOf(db: SharedDb, userId: number, tokenHash?: Uint8Array): Promise<number> {
  await db.deleteFrom("pending_logins").where("user_id", "=", userId).execute();
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .$if(tokenHash !== undefined, (sessions) => sessions.where("token_hash", "!=", tokenHash ?? new Uint8Array()))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
