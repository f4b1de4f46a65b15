import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { randomRounds, RECONNECTING } from "./crash-load.ts";
import { testDatabase } from "./database.ts";
import { httpReceiver } from "./http-receiver.ts";
import { killableServer } from "./killable-server.ts";
import { recipientsOf, SECRET_KEY } from "./notification-rig.ts";
import { SECRET } from "./sending-rig.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const receiver = await httpReceiver();
const { rounds, seed, random } = randomRounds(3);
const CHANNELS = 8;
const MESSAGES = 8;

/** Adds notifications of new channels of an organization, each of which is a message of its own. */
async function addNotifications(orgId: number): Promise<void> {
  const recipients = recipientsOf(db, orgId);
  for (let place = 0; place < CHANNELS; place += 1) {
    const id = await recipients.addChannel({ kind: "webhook", address: `${receiver.url}/hook`, secret: SECRET });
    await sql`
      insert into notifications (org_id, type, title, body, path, recipient, channel_id, channel, group_key, urgent)
      select ${orgId}, 'assigned', 'Number ' || n, 'Killed', '/', 'channel:' || ${id}::integer, ${id}, 'Channel', 'key ' || n, false
      from generate_series(1, ${MESSAGES}::integer) n`.execute(db);
  }
}

/** Notifications that have not been delivered, with how far their messages are. */
async function undelivered() {
  const found = await sql`
    select n.id, n.result, n.why, m.attempts as tries, round(extract(epoch from m.run_after - now())) as due_in_s,
      round(extract(epoch from m.leased_until - now())) as leased_s, m.ended,
      (select string_agg(why, ' | ' order by a.id) from message_attempts a where a.message_id = m.key) as attempts
    from notifications n left join jobs m on m.key = n.message_id
    where n.result <> 'delivered' order by n.id limit 20`.execute(db);
  return found.rows;
}

test(
  `servers killed ${rounds} times while they send (seed ${seed}) lose no message, and each attempt has the message's id`,
  async ({ onTestFinished }) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "killed-notifications-"));
    const server = killableServer({ DATABASE_URL, DATA_DIR, SECRET_KEY, WEBHOOK_ALLOW_PRIVATE: "1" });
    onTestFinished(async () => {
      await server.stop();
      await rm(DATA_DIR, { recursive: true, force: true });
    });
    await server.start();
    const { id: orgId } = await db.selectFrom("organizations").select("id").orderBy("id").executeTakeFirstOrThrow();
    let verified = 0;
    for (let round = 0; round < rounds; round++) {
      await addNotifications(orgId);
      await after(random.whole(0, 600));
      await server.kill();
      // As if the time of the lease had passed.
      await sql`update jobs set leased_until = null where ended is null`.execute(db);
      await server.start();
      // A message whose servers are killed during each of its attempts fails in the end, which is not what this test is about.
      await expect.poll(undelivered, RECONNECTING).toEqual([]);
      // Signatures are valid for five minutes.
      for (const { body, headers } of receiver.received.slice(verified)) new Webhook(SECRET).verify(body, headers);
      verified = receiver.received.length;
    }

    const ofMessage = Map.groupBy(receiver.received, ({ headers }) => headers["webhook-id"]);
    const stored = await sql<{ id: string; tries: number; notifications: number }>`
      select m.key as id, m.attempts as tries, (select count(*) from notifications n where n.message_id = m.key) as notifications
      from jobs m where m.kind = 'message'`.execute(db);
    expect(new Set(ofMessage.keys())).toEqual(new Set(stored.rows.map(({ id }) => id)));
    expect(stored.rows.reduce((sum, { notifications }) => sum + notifications, 0)).toBe(rounds * CHANNELS * MESSAGES);
    for (const { id, tries } of stored.rows) {
      const attempts = ofMessage.get(id) ?? [];
      expect(attempts.length).toBeLessThanOrEqual(tries);
      expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
    }
    const sent = `${stored.rows.length} messages in ${receiver.received.length} attempts`;
    process.stdout.write(`figure: ${rounds} kills: ${sent}, none lost\n`);
  },
  Math.max(300_000, rounds * 30_000),
);
