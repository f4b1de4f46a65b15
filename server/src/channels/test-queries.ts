import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import type { Message } from "./message.ts";
import type { StoredChannel } from "./queries.ts";
import type { Outcome } from "./send.ts";

/** Who may send only some tests in a minute: an organization to its channels, or a user to their devices. */
export type Tester = { organization: number } | { user: number };

/**
 * Counts a test, unless its sender has sent `max` in the last minute: then it returns the seconds until the next is allowed. The sender is
 * locked, so that two calls cannot both send the last one.
 */
export async function countTest(tx: Db, by: Tester, max: number): Promise<number | null> {
  const [id, { senders, tests, column }] =
    "user" in by ? [by.user, TESTS_OF.user] : [by.organization, TESTS_OF.organization];
  await sql`select from ${sql.table(senders)} where id = ${id} for no key update`.execute(tx);
  await sql`
    delete from ${sql.table(tests)} where ${sql.ref(column)} = ${id} and at <= clock_timestamp() - interval '1 minute'`.execute(
    tx,
  );
  const found = await sql<{ count: number; wait_s: number | null }>`
    select count(*) as count,
      ceil(extract(epoch from min(at) + interval '1 minute' - clock_timestamp()))::integer as wait_s
    from ${sql.table(tests)} where ${sql.ref(column)} = ${id}`.execute(tx);
  const [row] = found.rows;
  if (row && row.count >= max) return Math.max(1, row.wait_s ?? 1);
  await sql`insert into ${sql.table(tests)} (${sql.ref(column)}, at) values (${id}, clock_timestamp())`.execute(tx);
  return null;
}

const TESTS_OF = {
  organization: { senders: "organizations", tests: "channel_tests", column: "org_id" },
  user: { senders: "users", tests: "device_tests", column: "user_id" },
} as const;

type SentTest = { channel: Pick<StoredChannel, "id" | "org_id" | "name">; message: Message; outcome: Outcome };

/** Stores a test of a channel in the log of deliveries, with its only attempt. A channel that was deleted meanwhile has no log. */
export async function insertTest(tx: Db, { channel, message, outcome }: SentTest): Promise<void> {
  const recipient = `channel:${channel.id}`;
  const { ok, why } = outcome;
  await insertSentMessage(tx, { recipient, message, outcome });
  await sql`
    insert into notifications
      (org_id, type, title, recipient, channel_id, channel, group_key, urgent, result, why, message_id, sent)
    select c.org_id, 'test', ${message.title}, ${recipient}, c.id, c.name, ${message.id}, false,
      ${ok ? "delivered" : "failed"}, ${why}, ${message.id}, ${ok ? sql<Timestamp>`now()` : null}
    from channels c where c.id = ${channel.id}`.execute(tx);
}

/** Stores a message that was sent once and is not tried again, with its attempt. */
export async function insertSentMessage(
  tx: Db,
  { recipient, message, outcome }: { recipient: string; message: Message; outcome: Outcome },
): Promise<void> {
  const { id: messageId, ...content } = message;
  const { status, ms, why, answer } = outcome;
  await sql`
    insert into messages (id, recipient, content, tries, ended)
    values (${messageId}, ${recipient}, ${JSON.stringify(content)}, 1, now())`.execute(tx);
  await sql`
    insert into message_attempts (message_id, status, ms, why, answer)
    values (${messageId}, ${status}, ${Math.round(ms)}, ${why}, ${answer})`.execute(tx);
}

/** Notes that a test failed. It does not count as a failure of the channel: nobody was to be notified. */
export async function noteFailedTest(db: Db, id: number): Promise<void> {
  await sql`update channels set last_tested = now(), last_test_failed = true where id = ${id}`.execute(db);
}
