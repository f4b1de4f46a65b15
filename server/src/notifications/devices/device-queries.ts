import { DEVICES_MAX, type Device } from "@groundcrew/shared/notifications";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { insertSentMessage, type Message, type Outcome } from "../../channels/index.ts";
import type { Db } from "../../platform/db/index.ts";
import type { PushTarget } from "./send-push.ts";

const deviceRow = sql`id, name, created, last_sent, ended, end_reason, left(endpoint_hash, 16) as fingerprint`;

/** A person's devices, newest first, also those that have ended. */
export async function selectDevices(db: Db, userId: number): Promise<Device[]> {
  const found = await sql<Device>`
    select ${deviceRow} from devices where user_id = ${userId} order by created desc, id desc limit ${DEVICES_MAX}`.execute(
    db,
  );
  return found.rows;
}

/** A subscription to store. `hash` is the SHA-256 of its endpoint in hex. */
export type DeviceRow = PushTarget & { userId: number; name: string; hash: string };

/** The number of a person's devices other than this one, counted so that two calls cannot both add the last one. */
export async function countOtherDevices(tx: Db, { userId, hash }: Pick<DeviceRow, "userId" | "hash">): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const found = await sql<{ count: number }>`
    select count(*) as count from devices where user_id = ${userId} and endpoint_hash <> ${hash}`.execute(tx);
  return found.rows[0]?.count ?? 0;
}

/**
 * Stores a device, or renews the one with the same endpoint. A browser has one subscription: when another person had it, theirs is removed,
 * so that their waiting notifications are not sent to it.
 */
export async function storeDevice(
  tx: Db,
  { userId, name, hash, endpoint, p256dh, auth }: DeviceRow,
): Promise<Device | undefined> {
  await sql`delete from devices where endpoint_hash = ${hash} and user_id <> ${userId}`.execute(tx);
  const found = await sql<Device>`
    insert into devices (user_id, name, endpoint, endpoint_hash, p256dh, auth)
    values (${userId}, ${name}, ${endpoint}, ${hash}, ${p256dh}, ${auth})
    on conflict (endpoint_hash) do update set user_id = excluded.user_id, name = excluded.name, p256dh = excluded.p256dh,
      auth = excluded.auth, ended = null, end_reason = null
    returning ${deviceRow}`.execute(tx);
  return found.rows[0];
}

/** A subscription that replaces another one of a person, whose endpoint has the hash `before`. */
export type RenewedRow = Omit<DeviceRow, "name"> & { before: string };

/** Replaces the subscription of a device, which continues if it had ended; undefined when the person has no such device. */
export async function replaceSubscription(
  tx: Db,
  { userId, before, hash, endpoint, p256dh, auth }: RenewedRow,
): Promise<Device | undefined> {
  await sql`
    delete from devices where endpoint_hash = ${hash} and ${before} <> ${hash}
      and exists (select from devices own where own.endpoint_hash = ${before} and own.user_id = ${userId})`.execute(tx);
  const found = await sql<Device>`
    update devices set endpoint = ${endpoint}, endpoint_hash = ${hash}, p256dh = ${p256dh}, auth = ${auth}, ended = null, end_reason = null
    where endpoint_hash = ${before} and user_id = ${userId} returning ${deviceRow}`.execute(tx);
  return found.rows[0];
}

/** Removes a device of a person; returns its name, undefined when they have no such device. */
export async function deleteDevice(tx: Db, id: number, userId: number): Promise<string | undefined> {
  const found = await sql<{ name: string }>`
    delete from devices where id = ${id} and user_id = ${userId} returning name`.execute(tx);
  return found.rows[0]?.name;
}

/** A device of a person as messages are sent to it; undefined when they have no such device. */
export async function findDevice(
  db: Db,
  id: number,
  userId: number,
): Promise<(PushTarget & { ended: Timestamp | null }) | undefined> {
  const found = await sql<PushTarget & { ended: Timestamp | null }>`
    select endpoint, p256dh, auth, ended from devices where id = ${id} and user_id = ${userId}`.execute(db);
  return found.rows[0];
}

/** Records the outcome of a message to a device: when it was last sent, or that its browser ended the subscription. */
export async function recordSent(db: Db, id: number, { ok, gone }: Pick<Outcome, "ok" | "gone">): Promise<void> {
  await sql`
    update devices set last_sent = case when ${ok} then now() else last_sent end,
      ended = case when ${gone} then coalesce(ended, now()) else ended end,
      end_reason = case when ${gone} then coalesce(end_reason, 'Its browser ended the subscription') else end_reason end
    where id = ${id}`.execute(db);
}

/** Stores a test of a device in the log of deliveries. A device that was removed meanwhile has no log. */
export async function insertDeviceTest(
  tx: Db,
  { id, message, outcome }: { id: number; message: Message; outcome: Outcome },
): Promise<void> {
  const recipient = `push:${id}`;
  const { ok, why } = outcome;
  await insertSentMessage(tx, { recipient, message, outcome });
  await sql`
    insert into notifications
      (org_id, type, title, recipient, user_id, person, device_id, device, group_key, urgent, result, why, message_id, sent)
    select u.org_id, 'test', ${message.title}, ${recipient}, u.id, coalesce(nullif(u.name, ''), u.email), d.id, d.name,
      ${message.id}, false, ${ok ? "delivered" : "failed"}, ${why}, ${message.id}, ${ok ? sql<Timestamp>`now()` : null}
    from devices d join users u on u.id = d.user_id where d.id = ${id}`.execute(tx);
}

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
