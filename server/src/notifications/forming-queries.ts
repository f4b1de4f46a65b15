import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { MessageContent } from "../channels/index.ts";
import type { Db } from "../db/index.ts";
import { inPieces } from "./notify-queries.ts";

/** Stores why notifications will not be sent. */
export async function storeDropped(tx: Db, dropped: readonly { id: number; why: string }[]): Promise<void> {
  for (const piece of inPieces(dropped)) {
    await sql`
      update notifications n set result = 'not_sent', why = d.why
      from json_to_recordset(${JSON.stringify(piece)}) as d(id bigint, why text) where n.id = d.id`.execute(tx);
  }
}

/** Stores until when notifications wait, why, and what they then go in one message with. */
export async function storeWaiting(
  tx: Db,
  waiting: readonly { id: number; until: Timestamp; why: string; group_key: string }[],
): Promise<void> {
  for (const piece of inPieces(waiting)) {
    await sql`
      update notifications n set send_after = w.until, why = w.why, group_key = w.group_key
      from json_to_recordset(${JSON.stringify(piece)}) as w(id bigint, until timestamptz, why text, group_key text)
      where n.id = w.id`.execute(tx);
  }
}

/** A message to store with the notifications that are in it. */
export type FormedMessage = {
  id: string;
  recipient: string;
  org_id: number;
  content: MessageContent;
  notifications: readonly number[];
};

/** Stores messages, to be sent at once. */
export async function insertMessages(tx: Db, messages: readonly FormedMessage[], now: Timestamp): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    insert into messages (id, recipient, org_id, content, created, due)
    select id, recipient, org_id, content, ${now}, ${now}
    from json_to_recordset(${JSON.stringify(messages)}) as m(id text, recipient text, org_id integer, content jsonb)`.execute(
    tx,
  );
  const members = messages.flatMap(({ id, notifications }) =>
    notifications.map((notification) => ({ id: notification, message: id })),
  );
  for (const piece of inPieces(members)) {
    await sql`
      update notifications n set message_id = m.message, why = ''
      from json_to_recordset(${JSON.stringify(piece)}) as m(id bigint, message text) where n.id = m.id`.execute(tx);
  }
}
