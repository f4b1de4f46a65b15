import { DAY_MS } from "@groundcrew/shared/lib";
import type { SharedDb } from "../db/index.ts";

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

/** Removes buckets whose attempts are forgotten at `now`; at most 10,000 a call. */
export async function deleteOldBuckets(db: SharedDb, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGET_MS);
  await db
    .deleteFrom("throttles")
    .where("bucket", "in", (from) =>
      from
        .selectFrom("throttles")
        .select("bucket")
        .where("last_attempt", "<", before.toISOString())
        .orderBy("last_attempt")
        .limit(10_000),
    )
    .execute();
}
