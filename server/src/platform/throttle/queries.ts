import { DAY_MS } from "@groundcrew/shared/lib";
import type { SharedDb } from "../db/index.ts";
import { sql } from "kysely";

/** Attempts are forgotten after this long without a new one. */
export const FORGET_MS = DAY_MS;

/** The recorded attempts of a bucket. */
export type Attempts = { attempts: number; next_attempt: string; last_attempt: string };

/** The attempts of a bucket, which is created if needed and locked until the transaction ends. */
export async function lockBucket(tx: SharedDb, bucket: string, now: Date): Promise<Attempts> {
  const at = now.toISOString();
  return tx
    .insertInto("throttles")
    .values({ bucket, attempts: 0, next_attempt: at, last_attempt: at })
    .onConflict((existing) => existing.column("bucket").doUpdateSet({ bucket }))
    .returning(["attempts", "next_attempt", "last_attempt"])
    .executeTakeFirstOrThrow();
}

export async function updateBucket(tx: SharedDb, bucket: string, attempts: Attempts): Promise<void> {
  await tx.updateTable("throttles").set(attempts).where("bucket", "=", bucket).execute();
}

/** Clears all attempts of a bucket. */
export async function deleteBucket(tx: SharedDb, bucket: string): Promise<void> {
  await tx.deleteFrom("throttles").where("bucket", "=", bucket).execute();
}

/** The subject of a limit on calls of a kind: an organization or a user. */
export type Caller = { organization: number } | { user: number };

/**
 * Stores that a call is made, unless there were `max` of its kind in the last `perMs`. Returns how many more are allowed, or else the seconds until
 * the next is. The caller is locked, so that two calls cannot both be the last that is allowed.
 */
export async function addCall(
  tx: SharedDb,
  by: Caller,
  { action, max, perMs }: { action: string; max: number; perMs: number },
): Promise<{ left: number } | { waitS: number }> {
  const [id, { callers, calls, column }] =
    "user" in by ? [by.user, CALLS_OF.user] : [by.organization, CALLS_OF.organization];
  const own = sql`${sql.ref(column)} = ${id} and action = ${action}`;
  const period = sql`${perMs} * interval '1 millisecond'`;
  await sql`select from ${sql.table(callers)} where id = ${id} for no key update`.execute(tx);
  await sql`delete from ${sql.table(calls)} where ${own} and at <= clock_timestamp() - ${period}`.execute(tx);
  const found = await sql<{ count: number; wait_s: number | null }>`
    select count(*) as count, ceil(extract(epoch from min(at) + ${period} - clock_timestamp()))::integer as wait_s
    from ${sql.table(calls)} where ${own}`.execute(tx);
  const [row] = found.rows;
  const before = row?.count ?? 0;
  if (before >= max) return { waitS: Math.max(1, row?.wait_s ?? 1) };
  await sql`
    insert into ${sql.table(calls)} (${sql.ref(column)}, action, at) values (${id}, ${action}, clock_timestamp())`.execute(
    tx,
  );
  return { left: max - before - 1 };
}

/** Forgets the latest call of a kind. */
export async function removeCall(tx: SharedDb, by: Caller, action: string): Promise<void> {
  const [id, { calls, column }] = "user" in by ? [by.user, CALLS_OF.user] : [by.organization, CALLS_OF.organization];
  await sql`
    delete from ${sql.table(calls)} where ctid = (
      select ctid from ${sql.table(calls)} where ${sql.ref(column)} = ${id} and action = ${action} order by at desc limit 1
    )`.execute(tx);
}

const CALLS_OF = {
  organization: { callers: "organizations", calls: "channel_tests", column: "org_id" },
  user: { callers: "users", calls: "device_tests", column: "user_id" },
} as const;
