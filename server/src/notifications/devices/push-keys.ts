import { retryWhileUnavailable, type Db } from "../../platform/db/index.ts";
import type { Sealer } from "../../platform/lib/index.ts";
import { newPushKeyPair, type PushKeyPair } from "../../platform/push/index.ts";
import { findPushKey, insertPushKey, replacePushKey, type StoredPushKey } from "./device-queries.ts";

/** The purpose of the key that the private part is encrypted with. */
export const PUSH_SECRETS = "push";

const REPLACED = "The server has a new key for push messages";

/**
 * The keys with which all servers of a database identify themselves to push services. The first server that needs them makes them. They
 * are made again when they were encrypted with another secret key; then all devices have to be turned on again. Throws if another server
 * with the same database has another secret key. Waits for a database that is unavailable, as a server that starts does.
 */
export function openPushKeys(db: Db, sealer: Sealer): Promise<PushKeyPair> {
  return retryWhileUnavailable(() => findOrMakeKeys(db, sealer));
}

async function findOrMakeKeys(db: Db, sealer: Sealer): Promise<PushKeyPair> {
  const stored = await findPushKey(db);
  const known = opened(stored, sealer);
  if (known !== null) return known;
  const pair = newPushKeyPair();
  const private64 = Buffer.from(pair.privateKey).toString("base64url");
  const made = { public_key: pair.publicKey, sealed: sealer.seal(private64) };
  if (stored) await replacePushKey(db, { before: stored, after: made, reason: REPLACED });
  else await insertPushKey(db, made);
  const kept = opened(await findPushKey(db), sealer);
  if (kept === null) throw new Error("Another server with this database has another SECRET_KEY.");
  return kept;
}

function opened(stored: StoredPushKey | undefined, sealer: Sealer): PushKeyPair | null {
  const privateKey = stored ? sealer.open(stored.sealed) : null;
  if (!stored || privateKey === null) return null;
  return { publicKey: stored.public_key, privateKey: Buffer.from(privateKey, "base64url") };
}
