import { createHash, randomBytes } from "node:crypto";
import { HOUR_MS } from "@groundcrew/shared/lib";
import type { Db } from "../../src/platform/db/index.ts";
import { hashPassword, sessionCookie, sessionsIn } from "../../src/sessions/index.ts";
import { findAccount } from "../../src/sessions/queries.ts";
import type { Ids } from "./ids.ts";

/** Every kind of caller: users of two customers and of the provider, an API key, and a station with the secret of its link. */
export const EVERYONE = ["nobody", "user A", "manager A", "user B", "staff", "admin", "key A", "station A"] as const;
export type Who = (typeof EVERYONE)[number];

export const PASSWORD = "otters fold paper maps";
const KEY = { name: "key_houseofaaa", secret: "A".repeat(43) };

export function emailOf(who: Who): string {
  return `${who.replace(" ", "-").toLowerCase()}@people.example`;
}

/** Adds all callers; returns a function that gives a caller's credentials as headers: for users, the cookie of a new session. */
export async function addPeople(
  db: Db,
  { provider, ours, theirs }: { provider: number; ours: Ids; theirs: Ids },
  origin: string,
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
  await addKey(db, ours.org);

  const cookie = sessionCookie(origin);
  const sessions = sessionsIn(db, { provider: "Groundcrew", now: () => new Date() });
  return async (who) => {
    if (who === "nobody") return {};
    if (who === "key A") return { authorization: `Bearer ${KEY.name}.${KEY.secret}` };
    if (who === "station A") return { authorization: `Basic ${btoa(`${ours.station}:secret-of-${ours.station}`)}` };
    const found = await findAccount(db, emailOf(who));
    if (!found) throw new Error(`There is no ${who}.`);
    return { cookie: cookie.write(await sessions.open(db, found.account)).split(";", 1)[0] ?? "" };
  };
}

async function addKey(db: Db, org_id: number): Promise<void> {
  const secret_hash = createHash("sha256").update(KEY.secret).digest();
  // In the future, so that using the key doesn't update the row.
  const last_used = "2100-01-01T00:00:00.000Z";
  const key = { name: KEY.name, org_id, description: "", created_by: "", secret_hash, last_used };
  await db.insertInto("api_keys").values(key).execute();
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
