import { countText, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { inTransaction, type SharedDb } from "../db/index.ts";
import { Problem } from "../http/index.ts";

/** Who may make only so many calls of a kind: an organization or a user. */
export type Caller = { organization: number } | { user: number };

/** How many calls of a kind are allowed. `sentence` says so to people. */
export type CallLimit = { action: string; max: number; perMs: number; sentence: string };

/** Counts a call in a transaction of its own, so that it counts also if it fails later. A 429 when there were as many as are allowed. */
export async function countCall(db: SharedDb, by: Caller, limit: CallLimit): Promise<void> {
  await inTransaction(db, (tx) => countCallIn(tx, by, limit));
}

/** Counts a call unless the transaction fails. The caller is locked, so that two calls cannot both be the last that is allowed. */
export async function countCallIn(tx: SharedDb, by: Caller, limit: CallLimit): Promise<void> {
  const { action, max, perMs, sentence } = limit;
  const [id, { callers, calls, column }] =
    "user" in by ? [by.user, CALLS_OF.user] : [by.organization, CALLS_OF.organization];
  const own = sql`${sql.ref(column)} = ${id} and action = ${action}`;
  await sql`select from ${sql.table(callers)} where id = ${id} for no key update`.execute(tx);
  await sql`
    delete from ${sql.table(calls)} where ${own} and at <= clock_timestamp() - ${perMs} * interval '1 millisecond'`.execute(
    tx,
  );
  const found = await sql<{ count: number; wait_s: number | null }>`
    select count(*) as count,
      ceil(extract(epoch from min(at) + ${perMs} * interval '1 millisecond' - clock_timestamp()))::integer as wait_s
    from ${sql.table(calls)} where ${own}`.execute(tx);
  const [row] = found.rows;
  if (row && row.count >= max) throw tooMany(sentence, Math.max(1, row.wait_s ?? 1));
  await sql`
    insert into ${sql.table(calls)} (${sql.ref(column)}, action, at) values (${id}, ${action}, clock_timestamp())`.execute(
    tx,
  );
}

const CALLS_OF = {
  organization: { callers: "organizations", calls: "channel_tests", column: "org_id" },
  user: { callers: "users", calls: "device_tests", column: "user_id" },
} as const;

function tooMany(sentence: string, waitS: number): Problem {
  const wait =
    waitS > 100 ? countText(Math.ceil((waitS * SECOND_MS) / MINUTE_MS), "minute") : countText(waitS, "second");
  return new Problem(429, `${sentence} Try again in ${wait}.`, { headers: { "retry-after": String(waitS) } });
}
