import { DAY_MS } from "@groundcrew/shared/lib";
import { DELIVERIES_KEPT_DAYS } from "@groundcrew/shared/notifications";
import { sql } from "kysely";
import { messageJob } from "../channels/index.ts";
import type { Db } from "../platform/db/index.ts";

const AT_ONCE = 2_000;

/**
 * Removes notifications and messages that are more than 90 days older than `now` (ms), in pieces, until there are none or it is aborted. Those of
 * active alerts stay: the end is sent to the same recipients, and Alertmanager gets the alert again regularly.
 */
export async function removeOldNotifications(
  db: Db,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<void> {
  const before = new Date(now - DELIVERIES_KEPT_DAYS * DAY_MS).toISOString();
  for (const remove of [removeNotifications, removeMessages]) {
    while (!signal.aborted && (await remove(db, before)) >= AT_ONCE);
  }
}

async function removeNotifications(db: Db, before: string): Promise<number> {
  const found = await sql`
    delete from notifications where id in (
      select id from notifications n
      where created < ${before} and not exists (select from alerts a where a.id = n.alert_id and a.ended_at is null)
      order by created, id limit ${AT_ONCE}
    )`.execute(db);
  return Number(found.numAffectedRows ?? 0);
}

/** Attempts are removed with their message. */
async function removeMessages(db: Db, before: string): Promise<number> {
  const found = await sql`
    delete from jobs where id in (
      select id from jobs where key is not null and kind = ${messageJob.name} and created < ${before} order by created limit ${AT_ONCE}
    )`.execute(db);
  return Number(found.numAffectedRows ?? 0);
}
