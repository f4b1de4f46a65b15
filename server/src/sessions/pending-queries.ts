import type { SignInMethod } from "@groundcrew/shared/account";
import type { Timestamp } from "@groundcrew/shared/lib";
import type { SharedDb } from "../platform/db/index.ts";

/** A login that waits for its second step. */
export type PendingLogin = { userId: number; by: SignInMethod; id_token: Uint8Array | null };

export async function insertPendingLogin(
  tx: SharedDb,
  { tokenHash, userId, by, id_token, expires }: PendingLogin & { tokenHash: Uint8Array; expires: Timestamp },
): Promise<void> {
  await tx
    .insertInto("pending_logins")
    .values({ token_hash: tokenHash, user_id: userId, signed_in_by: by, id_token, expires })
    .execute();
}

/** A login that has not expired at `now`; undefined for any other. */
export async function findPendingLogin(
  db: SharedDb,
  tokenHash: Uint8Array,
  now: Date,
): Promise<PendingLogin | undefined> {
  return db
    .selectFrom("pending_logins")
    .select(["user_id as userId", "signed_in_by as by", "id_token"])
    .where("token_hash", "=", tokenHash)
    .where("expires", ">", now.toISOString())
    .executeTakeFirst();
}

/** Removes a login, which is finished once. Returns false if it has been already, or its user's password was changed. */
export async function takePendingLogin(tx: SharedDb, tokenHash: Uint8Array): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("pending_logins")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
