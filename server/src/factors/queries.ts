import type { Account } from "@groundcrew/shared/account";
import type { SharedDb } from "../platform/db/index.ts";
import { selectPasskeys } from "./passkey-queries.ts";

/** A user's passkeys, authenticator app and recovery codes; null for what they have not. */
export async function selectFactors(
  db: SharedDb,
  userId: number,
): Promise<Pick<Account, "passkeys" | "authenticator_app" | "recovery_codes">> {
  const app = await db
    .selectFrom("totp_apps")
    .select(["added", "last_used"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const codes = await db
    .selectFrom("recovery_codes")
    .select(({ fn }) => [fn.countAll<number>().as("left"), fn.max("made").as("made")])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const made = codes.made;
  const passkeys = await selectPasskeys(db, userId);
  return {
    passkeys,
    authenticator_app: app ?? null,
    recovery_codes: made === null ? null : { left: codes.left, made },
  };
}

/** Lets changes of a user's second factors take turns. */
export async function lockFactors(tx: SharedDb, userId: number): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
}

/** True if a user has a second factor. */
export async function hasFactor(db: SharedDb, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom("totp_apps")
    .select("user_id")
    .where("user_id", "=", userId)
    .unionAll(db.selectFrom("passkeys").select("user_id").where("user_id", "=", userId))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A user's authenticator app, locked until the transaction ends. */
export async function lockApp(
  tx: SharedDb,
  userId: number,
): Promise<{ sealed: Uint8Array; last_step: number } | undefined> {
  return tx
    .selectFrom("totp_apps")
    .select(["sealed", "last_step"])
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores a user's authenticator app in place of the one before. Returns true if there was one. */
export async function replaceApp(
  tx: SharedDb,
  app: { userId: number; sealed: Uint8Array; step: number; now: Date },
): Promise<boolean> {
  const wasThere = await deleteApp(tx, app.userId);
  const { userId: user_id, sealed, step: last_step, now } = app;
  await tx.insertInto("totp_apps").values({ user_id, sealed, last_step, added: now.toISOString() }).execute();
  return wasThere;
}

/** Records that a code of a user's authenticator app was accepted. */
export async function recordAppCode(tx: SharedDb, { userId, step, now }: { userId: number; step: number; now: Date }) {
  await tx
    .updateTable("totp_apps")
    .set({ last_step: step, last_used: now.toISOString() })
    .where("user_id", "=", userId)
    .execute();
}

/** Removes a user's authenticator app. Returns false if there was none. */
export async function deleteApp(tx: SharedDb, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("totp_apps").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The email of a user; undefined if they are deleted. */
export async function emailOf(db: SharedDb, userId: number): Promise<string | undefined> {
  const user = await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
  return user?.email;
}

/** Counts a code of a user as wrong. Returns how many there were in a row, this one included. */
export async function addStepFailure(tx: SharedDb, userId: number): Promise<number> {
  const { failures } = await tx
    .insertInto("step_failures")
    .values({ user_id: userId, failures: 1 })
    .onConflict((known) =>
      known.column("user_id").doUpdateSet((eb) => ({ failures: eb("step_failures.failures", "+", 1) })),
    )
    .returning("failures")
    .executeTakeFirstOrThrow();
  return failures;
}

/** Takes back that a code of a user was counted as wrong. */
export async function removeStepFailure(tx: SharedDb, userId: number): Promise<void> {
  await tx
    .updateTable("step_failures")
    .set((eb) => ({ failures: eb("failures", "-", 1) }))
    .where("user_id", "=", userId)
    .where("failures", ">", 0)
    .execute();
}

/** Forgets the wrong codes of a user. */
export async function deleteStepFailures(tx: SharedDb, userId: number): Promise<void> {
  await tx.deleteFrom("step_failures").where("user_id", "=", userId).execute();
}

/** Removes all second factors of a user. */
export async function deleteFactors(tx: SharedDb, userId: number): Promise<void> {
  await deleteStepFailures(tx, userId);
  await deleteApp(tx, userId);
  await tx.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
}

/** Replaces all recovery codes of a user. */
export async function replaceCodes(
  tx: SharedDb,
  { userId, hashes, now }: { userId: number; hashes: readonly Uint8Array[]; now: Date },
): Promise<void> {
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash, made: now.toISOString() }));
  await tx.insertInto("recovery_codes").values(rows).execute();
}

/** Removes a recovery code, which is valid once. Returns how many are left; null if there is no such code. */
export async function takeRecoveryCode(tx: SharedDb, userId: number, hash: Uint8Array): Promise<number | null> {
  const { numDeletedRows } = await tx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", hash)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return null;
  const { left } = await tx
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return left;
}
