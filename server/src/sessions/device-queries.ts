import type { Timestamp } from "@groundcrew/shared/lib";
import type { SharedDb } from "../platform/db/index.ts";

type Device = { userId: number; deviceHash: Uint8Array };

/** Whether a browser was used by a user after a time, whether any browser of theirs is recorded, and whether they have a session. */
export async function devicesOf(
  tx: SharedDb,
  { userId, deviceHash, after }: Device & { after: Timestamp },
): Promise<{ isKnown: boolean; hasAny: boolean; hasSession: boolean }> {
  const rows = await tx
    .selectFrom("known_devices")
    .select((device) => [
      device.fn.countAll<number>().as("all"),
      device.fn
        .countAll<number>()
        .filterWhere(
          device.and([
            device("device_hash", "=", deviceHash),
            device("last_used", ">", after),
            device("is_rejected", "=", false),
          ]),
        )
        .as("known"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const session = await tx
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return { isKnown: rows.known > 0, hasAny: rows.all > 0, hasSession: session !== undefined };
}

export async function upsertDevice(
  tx: SharedDb,
  { userId, deviceHash, at }: Device & { at: Timestamp },
): Promise<void> {
  await tx
    .insertInto("known_devices")
    .values({ user_id: userId, device_hash: deviceHash, last_used: at })
    .onConflict((known) => known.columns(["user_id", "device_hash"]).doUpdateSet({ last_used: at, is_rejected: false }))
    .execute();
}

/** True if a user wants emails about logins in new browsers. */
export async function wantsDeviceMails(tx: SharedDb, userId: number): Promise<boolean> {
  const user = await tx.selectFrom("users").select("mails_new_device").where("id", "=", userId).executeTakeFirst();
  return user?.mails_new_device === true;
}

/** True for a session in a browser that was new with it, or with another one of which its user has not said yet that it is theirs. */
export async function isInNewDevice(tx: SharedDb, tokenHash: Uint8Array): Promise<boolean> {
  const session = await tx
    .selectFrom("sessions as own")
    .innerJoin("sessions as new", "new.user_id", "own.user_id")
    .select("new.id")
    .where("own.token_hash", "=", tokenHash)
    .where("new.is_new_device", "=", true)
    .where((eb) => eb.or([eb("new.id", "=", eb.ref("own.id")), eb("new.device_hash", "=", eb.ref("own.device_hash"))]))
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

type SessionOf = { userId: number; id: number };

/** Records that the browser of a session is its user's own. Returns false if there is no such session, or its browser is not new. */
export async function acceptDeviceOf(tx: SharedDb, { userId, id }: SessionOf, tokenHash: Uint8Array): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("sessions")
    .set({ is_new_device: false })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where("is_new_device", "=", true)
    .where("token_hash", "!=", tokenHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records with which session a browser was new, by which it is found also when that has ended. */
export async function setNewSession(
  tx: SharedDb,
  { userId, deviceHash, session }: Device & { session: number },
): Promise<void> {
  await tx
    .updateTable("known_devices")
    .set({ new_session: session })
    .where("user_id", "=", userId)
    .where("device_hash", "=", deviceHash)
    .execute();
}

/** The browser of a session of a user, or the one that was new with it; null if neither is recorded. */
export async function deviceOfSession(tx: SharedDb, { userId, id }: SessionOf): Promise<Uint8Array | null> {
  const session = await tx
    .selectFrom("sessions")
    .select("device_hash")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (session?.device_hash) return session.device_hash;
  const device = await tx
    .selectFrom("known_devices")
    .select("device_hash")
    .where("user_id", "=", userId)
    .where("new_session", "=", id)
    .executeTakeFirst();
  return device?.device_hash ?? null;
}

/** Records that a browser is not its user's own, and ends their sessions in it but the one with `tokenHash`. */
export async function rejectDeviceOf(
  tx: SharedDb,
  { userId, deviceHash }: Device,
  tokenHash: Uint8Array,
): Promise<void> {
  await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("device_hash", "=", deviceHash)
    .where("token_hash", "!=", tokenHash)
    .execute();
  await tx
    .updateTable("known_devices")
    .set({ is_rejected: true })
    .where("user_id", "=", userId)
    .where("device_hash", "=", deviceHash)
    .execute();
}

/** Sets whether a user wants emails about logins in new browsers. Returns what was set before, undefined if they are deleted. */
export async function updateDeviceMails(tx: SharedDb, userId: number, isOn: boolean): Promise<boolean | undefined> {
  const before = await tx
    .selectFrom("users")
    .select("mails_new_device")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before && before.mails_new_device !== isOn) {
    await tx.updateTable("users").set({ mails_new_device: isOn }).where("id", "=", userId).execute();
  }
  return before?.mails_new_device;
}
