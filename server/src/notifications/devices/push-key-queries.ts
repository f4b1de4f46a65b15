import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

/** The key of push messages as it is stored: the private part is encrypted. */
export type StoredPushKey = { public_key: Uint8Array; sealed: Uint8Array };

/** Finds the key; undefined before the first server has made it. */
export async function findPushKey(db: Db): Promise<StoredPushKey | undefined> {
  const found = await sql<StoredPushKey>`select public_key, sealed from push_keys where id = 1`.execute(db);
  return found.rows[0];
}

/** Stores the key, unless another server was faster. */
export async function insertPushKey(db: Db, { public_key, sealed }: StoredPushKey): Promise<void> {
  await sql`
    insert into push_keys (public_key, sealed) values (${public_key}, ${sealed}) on conflict (id) do nothing`.execute(
    db,
  );
}

/**
 * Replaces a key that can no longer be read, unless another server was faster. Subscriptions are made for one key, so all devices end for
 * the reason given.
 */
export async function replacePushKey(
  db: Db,
  { before, after, reason }: { before: StoredPushKey; after: StoredPushKey; reason: string },
): Promise<void> {
  await sql`
    with replaced as (
      update push_keys set public_key = ${after.public_key}, sealed = ${after.sealed}, created = now()
      where id = 1 and sealed = ${before.sealed} returning id
    )
    update devices set ended = now(), end_reason = ${reason}
    where ended is null and exists (select from replaced)`.execute(db);
}
