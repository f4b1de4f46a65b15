import { createHash, randomBytes } from "node:crypto";
import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { inTransaction, type Db } from "../src/platform/db/index.ts";

const LEE = "lee@groundcrew.example";

/**
 * Adds what people have chosen: Lee Tran is notified of stations that are offline, but not at night, and has a phone whose browser has ended
 * the subscription, to which nothing is sent.
 */
export async function addPreferences(session: Db, now: number): Promise<void> {
  await inTransaction(session, async (tx) => {
    await sql`
      insert into rule_subscriptions (user_id, rule_id, email, push)
      select u.id, r.id, true, true from users u join alert_rules r on r.org_id = u.org_id
      where u.email = ${LEE} and r.kind in ('offline', 'battery_error')`.execute(tx);
    await sql`
      insert into quiet_hours (user_id, starts, ends, zone, urgent_after_hour)
      select id, '22:00', '07:00', 'America/Denver', true from users where email = ${LEE}`.execute(tx);
    const endpoint = `https://push.example/${randomBytes(16).toString("hex")}`;
    const hash = createHash("sha256").update(endpoint).digest("hex");
    const at = (days: number) => new Date(now - days * DAY_MS).toISOString();
    await sql`
      insert into devices (user_id, name, endpoint, endpoint_hash, p256dh, auth, created, last_sent, ended, end_reason)
      select id, 'iPhone', ${endpoint}, ${hash}, ${randomBytes(65)}, ${randomBytes(16)}, ${at(60)}, ${at(9)}, ${at(8)},
        'Its browser ended the subscription'
      from users where email = ${LEE}`.execute(tx);
  });
}
