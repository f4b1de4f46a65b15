import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import { messageJob, type Message } from "./message.ts";
import type { StoredChannel } from "./queries.ts";
import type { Outcome } from "./outcome.ts";

type SentTest = { channel: Pick<StoredChannel, "id" | "org_id" | "name">; message: Message; outcome: Outcome };

/** Stores a test of a channel in the log of deliveries, with its only attempt. A channel that was deleted meanwhile has no log. */
export async function insertTest(tx: Db, { channel, message, outcome }: SentTest): Promise<void> {
  const recipient = `channel:${channel.id}`;
  const { ok, unsent, why } = outcome;
  await insertSentMessage(tx, { recipient, message, outcome });
  await sql`
    insert into notifications
      (org_id, type, title, recipient, channel_id, channel, group_key, urgent, result, why, message_id, sent)
    select c.org_id, 'test', ${message.title}, ${recipient}, c.id, c.name, ${message.id}, false,
      ${ok ? "delivered" : unsent ? "not_sent" : "failed"}, ${why}, ${message.id}, ${ok ? sql<Timestamp>`now()` : null}
    from channels c where c.id = ${channel.id}`.execute(tx);
}

/** Stores a message that was sent once and is not tried again, with its attempt. */
export async function insertSentMessage(
  tx: Db,
  { recipient, message, outcome }: { recipient: string; message: Message; outcome: Outcome },
): Promise<void> {
  const { id: messageId, ...content } = message;
  const { ok, status, ms, why, answer } = outcome;
  await sql`
    insert into jobs (kind, key, receiver, payload, attempts, failures, ended, outcome)
    values (${messageJob.name}, ${messageId}, ${recipient}, ${JSON.stringify(content)}, 1, ${ok ? 0 : 1}, now(), ${ok ? "done" : "given_up"})`.execute(
    tx,
  );
  await sql`
    insert into message_attempts (message_id, status, ms, why, answer)
    values (${messageId}, ${status}, ${Math.round(ms)}, ${why}, ${answer})`.execute(tx);
}

/** Records a failed test. It does not count as a failure of the channel, because nobody was to be notified. */
export async function recordFailedTest(db: Db, id: number): Promise<void> {
  await sql`update channels set last_tested = now(), last_test_failed = true where id = ${id}`.execute(db);
}
