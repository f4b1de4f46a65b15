import { hash } from "node:crypto";
import type { Account, PasskeyTransport } from "@groundcrew/shared/account";
import type { SharedDb } from "../platform/db/index.ts";

/** The parts of a passkey that its answer is checked with. */
export type StoredPasskey = { id: number; userId: number; public_key: Uint8Array; counter: number };

/** A user's passkeys, the oldest first. */
export async function selectPasskeys(db: SharedDb, userId: number): Promise<Account["passkeys"]> {
  return db
    .selectFrom("passkeys")
    .select(["id", "name", "added", "last_used"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

/** The credentials of a user's passkeys, by which browsers know them. */
export async function selectCredentials(
  db: SharedDb,
  userId: number,
): Promise<{ id: string; transports: PasskeyTransport[] }[]> {
  return db
    .selectFrom("passkeys")
    .select(["credential_id as id", "transports"])
    .where("user_id", "=", userId)
    .orderBy("passkeys.id")
    .execute();
}

/** The passkey with a credential; undefined for an unknown one. */
export async function findPasskey(db: SharedDb, credentialId: string): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom("passkeys")
    .select(["id", "user_id as userId", "public_key", "counter"])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
}

/** Marks a challenge as answered. Returns false if it was before. */
export async function takeChallenge(
  tx: SharedDb,
  { challenge, expires }: { challenge: string; expires: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto("used_challenges")
    .values({ challenge_hash: hash("sha256", challenge, "buffer"), expires: expires.toISOString() })
    .onConflict((used) => used.doNothing())
    .returning("challenge_hash")
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that a passkey was used. Returns false if it is removed. */
export async function countPasskeyUse(
  tx: SharedDb,
  id: number,
  { counter, now }: { counter: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("passkeys")
    .set({ counter, last_used: now.toISOString() })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type NewPasskey = {
  userId: number;
  name: string;
  credential: { id: string; publicKey: Uint8Array; counter: number };
  transports: PasskeyTransport[];
  now: Date;
};

/** Stores a passkey. Returns false if it is stored already, for whichever user. */
export async function insertPasskey(tx: SharedDb, passkey: NewPasskey): Promise<boolean> {
  const { userId: user_id, name, credential, transports, now } = passkey;
  const row = await tx
    .insertInto("passkeys")
    .values({
      user_id,
      name,
      transports,
      credential_id: credential.id,
      public_key: credential.publicKey,
      counter: credential.counter,
      added: now.toISOString(),
    })
    .onConflict((known) => known.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Renames a user's passkey. Returns its name before; undefined if there is none. */
export async function updatePasskeyName(
  tx: SharedDb,
  { userId, id, name }: { userId: number; id: number; name: string },
): Promise<string | undefined> {
  const before = await tx
    .selectFrom("passkeys")
    .select("name")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (before) await tx.updateTable("passkeys").set({ name }).where("id", "=", id).execute();
  return before?.name;
}

/** Removes a user's passkey. Returns its name; undefined if there is none. */
export async function deletePasskey(tx: SharedDb, userId: number, id: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("passkeys")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}
