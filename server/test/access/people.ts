import { createHash, randomBytes } from "node:crypto";
import { keyScope, type KeyScope } from "@groundcrew/shared/contract";
import { HOUR_MS } from "@groundcrew/shared/lib";
import type { Db } from "../../src/platform/db/index.ts";
import { hashPassword, sessionCookie, sessionsIn } from "../../src/sessions/index.ts";
import { findAccount } from "../../src/sessions/queries.ts";
import type { Ids } from "./ids.ts";

/**
 * Every kind of caller: users of two customers and of the provider, an API key with the usual scopes and keys with all of them, and a station
 * with the secret of its link.
 */
export const EVERYONE = [
  "nobody",
  "user A",
  "manager A",
  "full key A",
  "user B",
  "staff",
  "full key",
  "admin",
  "key A",
  "station A",
] as const;
export type Who = (typeof EVERYONE)[number];

export const PASSWORD = "otters fold paper maps";
/** The secret of each key. */
const SECRET = "A".repeat(43);
const KEYS = { "key A": "key_houseofaaa", "full key A": "key_houseofaab", "full key": "key_houseofaac" } as const;

export function emailOf(who: Who): string {
  return `${who.replace(" ", "-").toLowerCase()}@people.example`;
}

/** Adds all callers; returns a function that gives a caller's credentials as headers: for users, the cookie of a new session. */
export async function addPeople(
  db: Db,
  { provider, ours, theirs }: { provider: number; ours: Ids; theirs: Ids },
  { origin, now }: { origin: string; now: () => number },
): Promise<(who: Who) => Promise<Record<string, string>>> {
  const password_hash = await hashPassword(PASSWORD);
  const person = (who: Who, org_id: number) => ({
    email: emailOf(who),
    org_id,
    password_hash,
    can_manage: who === "manager A",
    can_admin: who === "admin",
  });
  const customers = [person("user A", ours.org), person("manager A", ours.org), person("user B", theirs.org)];
  const staff = [person("staff", provider), person("admin", provider)];
  await db
    .insertInto("users")
    .values([...customers, ...staff])
    .execute();
  await addKey(db, { name: KEYS["key A"], org_id: ours.org });
  const scopes = [...keyScope.options];
  await addKey(db, { name: KEYS["full key A"], org_id: ours.org, scopes });
  await addKey(db, { name: KEYS["full key"], org_id: provider, scopes, created_by: emailOf("admin") });

  const cookie = sessionCookie(origin);
  const sessions = sessionsIn(db, { provider: "Groundcrew", now: () => new Date(now()) });
  return async (who) => {
    if (who === "nobody") return {};
    if (isKey(who)) return { authorization: `Bearer ${KEYS[who]}.${SECRET}` };
    if (who === "station A") return { authorization: `Basic ${btoa(`${ours.station}:secret-of-${ours.station}`)}` };
    const found = await findAccount(db, emailOf(who));
    if (!found) throw new Error(`There is no ${who}.`);
    return { cookie: cookie.write((await sessions.open(db, found.account)).token).split(";", 1)[0] ?? "" };
  };
}

function isKey(who: Who): who is keyof typeof KEYS {
  return who in KEYS;
}

async function addKey(
  db: Db,
  key: { name: string; org_id: number; scopes?: KeyScope[]; created_by?: string },
): Promise<void> {
  const secret_hash = createHash("sha256").update(SECRET).digest();
  // In the future, so that using the key doesn't update the row.
  const last_used = "2100-01-01T00:00:00.000Z";
  await db
    .insertInto("api_keys")
    .values({ created_by: "", ...key, description: "", secret_hash, last_used })
    .execute();
}

/** Adds a session, a passkey and an account elsewhere of a user, which nobody has. */
export async function addProofs(db: Db, email: string) {
  return {
    session: await addSession(db, email),
    passkey: await addPasskey(db, email),
    identity: await addIdentity(db, email),
  };
}

/** Links a user, who has a password, to an account elsewhere. */
export async function addIdentity(db: Db, email: string): Promise<number> {
  const users = db.selectFrom("users").where("email", "=", email);
  const { id: user_id } = await users.select("id").executeTakeFirstOrThrow();
  await db.updateTable("users").set({ password_hash: "any" }).where("id", "=", user_id).execute();
  await db.deleteFrom("identities").where("user_id", "=", user_id).execute();
  const { id } = await db
    .insertInto("identities")
    .values({ user_id, issuer: "https://login.example", subject: email })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a passkey of a user, which nobody has. */
export async function addPasskey(db: Db, email: string): Promise<number> {
  const { id: user_id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("passkeys")
    .values({
      user_id,
      credential_id: randomBytes(16).toString("base64url"),
      public_key: Buffer.alloc(8),
      counter: 0,
      transports: [],
      name: "Laptop",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a session of a user, whose token nobody has. */
export async function addSession(db: Db, email: string): Promise<number> {
  const { id } = await db
    .insertInto("sessions")
    .columns(["token_hash", "user_id", "expires"])
    .expression((from) =>
      from
        .selectFrom("users")
        .select((eb) => [
          eb.val<Uint8Array>(randomBytes(32)).as("token_hash"),
          "id as user_id",
          eb.val(new Date(Date.now() + HOUR_MS).toISOString()).as("expires"),
        ])
        .where("email", "=", email),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
