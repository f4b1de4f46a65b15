import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";

/** Ends the alerts that a channel has received. */
export async function endReceivedAlerts(tx: Db, channel: number): Promise<void> {
  const reason = "The channel that received it was deleted";
  await sql`
    with ended as (
      update alerts set ended_at = now(), end_cause = 'sender', end_reason = ${reason}, rev = rev + 1
      where kind = 'external' and ended_at is null and subject like ${`external:${channel}:%`} returning id
    ), noted as (
      insert into alert_history (alert_id, at, what) select id, now(), ${`Ended: ${reason}`}::text from ended
    )
    update alert_matches set ended_at = now(), end_cause = 'sender', end_reason = ${reason}
    where ended_at is null and alert_id in (select id from ended)`.execute(tx);
}
