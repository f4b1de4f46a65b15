import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { z } from "zod";
import type { SharedDb } from "../db/index.ts";
import type { JobKind } from "./job-kind.ts";

const RETENTION_MS = 30 * DAY_MS;

/** The state of a job. */
export type JobReport = {
  id: number;
  subject: string;
  outcome: "waiting" | "done" | "given_up";
  /** Started attempts. */
  attempts: number;
  /** Why the latest attempt failed; null after one that did not. */
  last_error: string | null;
  /** When a waiting job is tried next. */
  run_after: Timestamp;
  ended: Timestamp | null;
};

/** A job that this server has leased. */
export type LeasedJob = { id: number; kind: string; payload: unknown; attempts: number; created: Timestamp };

/**
 * Adds a job, in the transaction of the change that causes it, and returns its id. `subject` identifies the object whose page shows the
 * outcome.
 */
export async function addJob<Payload extends z.ZodType>(
  tx: SharedDb,
  { name }: JobKind<Payload>,
  { payload, subject = null }: { payload: z.input<Payload>; subject?: string | null },
): Promise<number> {
  const { id } = await tx
    .insertInto("jobs")
    .values({ kind: name, payload: JSON.stringify(payload), subject })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The jobs of a kind with any of these subjects, oldest first; at most 10,000. */
export async function findJobs(
  db: SharedDb,
  { name }: { name: string },
  subjects: readonly string[],
): Promise<JobReport[]> {
  if (subjects.length === 0) return [];
  return db
    .selectFrom("jobs")
    .select(["id", "attempts", "last_error", "run_after", "ended"])
    .select((eb) => [
      eb.fn.coalesce("subject", sql.lit("")).as("subject"),
      eb.fn.coalesce("outcome", sql.lit<"waiting">("waiting")).as("outcome"),
    ])
    .where("kind", "=", name)
    .where("subject", "in", subjects)
    .orderBy("id")
    .limit(10_000)
    .execute();
}

/**
 * Leases jobs that are due, longest waiting first; at most `limit`. A lease lasts a minute; if this server dies, another one takes the
 * jobs over. Times are the database's, which all servers share.
 */
export async function leaseJobs(db: SharedDb, kinds: readonly string[], limit: number): Promise<LeasedJob[]> {
  const { rows } = await sql<LeasedJob>`
    update jobs set attempts = attempts + 1, leased_until = now() + interval '60 seconds'
    where id in (
      select id from jobs
      where ended is null and run_after <= now() and (leased_until is null or leased_until <= now())
        and kind in (${sql.join(kinds)})
      order by run_after, id
      limit ${limit}
      for update skip locked
    )
    returning id, kind, payload, attempts, created`.execute(db);
  return rows;
}

/** The jobs of a kind that have not ended: their number, and the age of the oldest one. */
export type WaitingJobs = { kind: string; jobs: number; oldest_s: number };

/** The jobs that have not ended, by kind; at most 100 kinds. */
export async function countWaiting(db: SharedDb): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select kind, count(*) as jobs, floor(extract(epoch from now() - min(created)))::bigint as oldest_s
    from jobs where ended is null group by kind order by kind limit 100`.execute(db);
  return rows;
}

/** Ends a job that is done, or that is given up with a reason. Does nothing when another server has leased it. */
export async function endJob(db: SharedDb, { id, attempts }: LeasedJob, failure: string | null): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ ended: sql`now()`, outcome: failure === null ? "done" : "given_up" })
    .set({ leased_until: null, last_error: failure })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .execute();
}

/** Reschedules a job after a failed attempt. Does nothing when another server has leased it. */
export async function putOffJob(
  db: SharedDb,
  { id, attempts }: LeasedJob,
  { reason, waitMs }: { reason: string; waitMs: number },
): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ leased_until: null, last_error: reason, run_after: sql`now() + ${waitMs} * interval '1 millisecond'` })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .execute();
}

/** Removes jobs that ended a month before `now` and whose outcome no page shows; at most 1,000 a call. */
export async function deleteEndedJobs(db: SharedDb, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS);
  await db
    .deleteFrom("jobs")
    .where("id", "in", (from) =>
      from
        .selectFrom("jobs")
        .select("id")
        .where("ended", "<", before.toISOString())
        .where("subject", "is", null)
        .orderBy("id")
        .limit(1_000),
    )
    .execute();
}
