import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { z } from "zod";
import { PREPARED, type SharedDb } from "../db/index.ts";
import type { JobKind, JobResult, LeasedJob, Places } from "./job-kind.ts";

/** The state of a job. */
export type JobReport = {
  id: number;
  subject: string;
  outcome: "waiting" | "done" | "dropped" | "given_up";
  /** Started attempts. */
  attempts: number;
  /** Why the latest attempt failed; null after one that did not. */
  last_error: string | null;
  /** When a waiting job is tried next. */
  run_after: Timestamp;
  ended: Timestamp | null;
};

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

/** A job to be added. Of the jobs with the same receiver, one at a time is run. */
type NewJob<Payload extends z.ZodType> = { payload: z.input<Payload>; subject?: string; receiver?: string };

/** Adds jobs in the same way, in their order. */
export async function addJobs<Payload extends z.ZodType>(
  tx: SharedDb,
  { name }: JobKind<Payload>,
  jobs: readonly NewJob<Payload>[],
): Promise<void> {
  await sql`
    insert into jobs (kind, payload, subject, receiver)
    select ${name}, payload, subject, receiver
    from jsonb_to_recordset(${JSON.stringify(jobs)}) j(payload jsonb, subject text, receiver text)`.execute(tx);
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

/** A kind of job with its free places. */
export type FreePlaces = Places & { kind: string };

/**
 * Leases jobs without a receiver that are due, of each kind at most as many as there are places for, longest waiting first. A lease lasts a minute; if
 * this server stops, another one takes the jobs over then. Times are the database's, which all servers share.
 */
export async function leaseJobs(db: SharedDb, free: readonly FreePlaces[]): Promise<LeasedJob[]> {
  const found = await sql<LeasedJob>`${PREPARED}
    with free as (
      select kind, of.failing, places
      from json_to_recordset(${JSON.stringify(free)}) as f(kind text, failing integer, others integer)
        cross join lateral (values (true, f.failing), (false, f.others)) as of(failing, places)
    ), locked as (
      select j.id, failing from free cross join lateral (
        select id from jobs
        where kind = free.kind and receiver is null and ended is null and run_after <= now()
          and (leased_until is null or leased_until <= now()) and (attempts > 0) = free.failing
        order by run_after, id limit places for update skip locked
      ) j
      limit ${sql.lit(MOST_PLACES)}
    )
    ${LEASE}`.execute(db);
  return found.rows;
}

/** More than there are places, which tells PostgreSQL that few rows are leased. */
const MOST_PLACES = 100;

/** The jobs of one organization and kind that all servers run at once, so that receivers that do not answer only delay their own organization. */
const PLACES_OF_ONE: Places = { failing: 3, others: 8 };

/**
 * Leases jobs of a kind with receivers in the same way: one for each receiver for which no server runs one, so that a slow receiver does not delay
 * the others. Failing receivers are picked at random, so that one with many jobs does not delay the other failing ones.
 */
export async function leaseOfReceivers(db: SharedDb, { kind, failing, others }: FreePlaces): Promise<LeasedJob[]> {
  const found = await sql<LeasedJob>`${PREPARED}
    with busy as (
      select org_id, ${isFailing("j")} as failing, count(*) as running from jobs j
      where leased_until is not null and leased_until > now() and ended is null and org_id is not null and kind = ${kind} group by 1, 2
    ), first as (
      select distinct on (receiver) id, receiver, run_after, org_id from jobs j
      where receiver is not null and ended is null and run_after <= now() and kind = ${kind} and not exists (
        select from jobs leased where leased.receiver = j.receiver and leased.ended is null and leased.leased_until > now()
      )
      order by receiver, run_after, id
    ), judged as materialized (
      select id, run_after, org_id, ${isFailing("first")} as failing from first
    ), placed as (
      select id, run_after, failing, case when org_id is null then 0 else coalesce(running, 0) + row_number() over (
        partition by org_id, failing order by case when failing then random() end, run_after, id
      ) end as place
      from judged left join busy using (org_id, failing)
    ), chosen as (
      (select id, failing from placed where not failing and place <= ${PLACES_OF_ONE.others} order by run_after, id limit ${others})
      union all
      (select id, failing from placed where failing and place <= ${PLACES_OF_ONE.failing} order by random(), id limit ${failing})
    ), locked as (
      select j.id, chosen.failing from jobs j join chosen using (id)
      where j.ended is null and j.run_after <= now() and (j.leased_until is null or j.leased_until <= now())
      order by j.id for update of j skip locked
    )
    ${LEASE}`.execute(db);
  return found.rows;
}

/** Whether an attempt for the receiver of a job has failed and is to be repeated; one that is running has not. */
function isFailing(job: "j" | "first") {
  return sql`exists (
        select from jobs tried where tried.receiver = ${sql.ref(job)}.receiver and tried.ended is null
          and tried.attempts > case when tried.leased_until > now() then 1 else 0 end
      )`;
}

const LEASE = sql`
    update jobs j set attempts = attempts + 1, leased_until = now() + interval '60 seconds'
    from locked where j.id = locked.id
    returning j.id, kind, key, receiver, payload, attempts, failures, created, run_after::text as due, failing`;

/** The jobs of a kind that have not ended: their number, and the age of the oldest one. */
export type WaitingJobs = { kind: string; jobs: number; oldest_s: number };

/** The jobs that have not ended, by kind; at most 100 kinds. */
export async function countWaiting(db: SharedDb): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select kind, count(*) as jobs, floor(extract(epoch from now() - min(created)))::bigint as oldest_s from (
      select kind, created from jobs where ended is null and receiver is null
      union all select kind, created from jobs where ended is null and receiver is not null
    ) waiting group by kind order by kind limit 100`.execute(db);
  return rows;
}

/**
 * Stores the result of an attempt. A job that was made due while it ran stays due: what made it wait may be over, such as the pause of a channel. Returns
 * false, and stores nothing, when another server has leased the job meanwhile.
 */
export async function storeResult(tx: SharedDb, { id, attempts, due }: LeasedJob, result: JobResult): Promise<boolean> {
  const { is } = result;
  const outcome = is === "failed" || is === "postponed" ? null : is;
  const waitMs = is === "failed" ? result.waitMs : null;
  const until = is === "postponed" ? result.until : null;
  const stored = await sql`${PREPARED}
    update jobs set leased_until = null, last_error = ${is === "done" ? null : result.why}, outcome = ${outcome},
      ended = case when ${outcome !== null} then now() end,
      attempts = attempts - ${is === "postponed" ? 1 : 0}, failures = failures + ${is === "failed" || is === "given_up" ? 1 : 0},
      run_after = case when run_after = ${due}
        then coalesce(${until}, now() + ${waitMs}::float8 * interval '1 millisecond', run_after) else run_after end
    where id = ${id} and attempts = ${attempts} and ended is null`.execute(tx);
  return stored.numAffectedRows === 1n;
}
