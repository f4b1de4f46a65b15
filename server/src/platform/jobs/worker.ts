import { SECOND_MS, truncate } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { Counter } from "prom-client";
import { inTransaction, listen, type Db, type SharedDb } from "../db/index.ts";
import { asyncSignal, attempts, gaugesOf, metricValue, settled, type Part } from "../lib/index.ts";
import { traced } from "../tracing/index.ts";
import type { Attempted, JobHandler, LeasedJob } from "./job-kind.ts";
import {
  countWaiting,
  leaseJobs,
  leaseOfReceivers,
  storeResult,
  type FreePlaces,
  type WaitingJobs,
} from "./queries.ts";

const POLL_MS = SECOND_MS;
/** How long `stop` waits for running jobs, within the time that a stopping server has. Unfinished ones run again when their lease has expired. */
const GRACE_MS = 5 * SECOND_MS;

type Log = Pick<Logger, "warn" | "error">;

export type JobOptions = {
  db: Db;
  url: string;
  handlers: readonly JobHandler[];
  /** How often due jobs are looked for without a notification. */
  pollMs?: number;
  log: Log;
};

/**
 * Runs the jobs of the queue, several at once, until stopped. Any number of servers may do so on one database, with the URL `url`; each
 * takes only the kinds it has a handler for. Jobs that a killed server was running are run again when their lease ends.
 */
export function startJobs({ db, url, handlers, pollMs = POLL_MS, log }: JobOptions): Part {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  /** A loop that leases and runs jobs of some kinds. */
  function work(some: readonly JobHandler[], lease: (free: readonly FreePlaces[]) => Promise<LeasedJob[]>) {
    const leasing = attempts({ log, failure: "the job queue could not be read" });
    const wakeUp = asyncSignal();
    const own = new Set<LeasedJob>();
    const hasReceivers = some.some((handler) => handler.hasReceivers);
    /** Jobs may be due that were not leased, because there was no place for them, or their receiver gets another one. */
    let isLimited = true;
    function begin(job: LeasedJob): void {
      own.add(job);
      const run = runJob(job, some, { db, log })
        .catch((error: unknown) => log.error({ err: error, job: job.id }, "the outcome of a job could not be stored"))
        .finally(() => {
          own.delete(job);
          running.delete(run);
          if (isLimited) wakeUp.notify();
        });
      running.add(run);
    }
    async function loop(): Promise<void> {
      while (!stopping.signal.aborted) {
        isLimited = true;
        const free = freePlaces(some, [...own]);
        if (free.length > 0) for (const job of await leasing(() => lease(free), [])) begin(job);
        const left = freePlaces(some, [...own]);
        isLimited = hasReceivers || left.length < some.length || left.some((of) => of.failing <= 0 || of.others <= 0);
        await wakeUp.wait(pollMs);
      }
    }
    return { done: loop(), wake: () => wakeUp.notify(), kinds: some.map(({ kind }) => kind) };
  }

  const ofReceivers = handlers.filter(({ hasReceivers }) => hasReceivers);
  const loops = ofReceivers.map((handler) =>
    work([handler], async ([free]) => (free ? leaseOfReceivers(db, free) : [])),
  );
  const others = handlers.filter(({ hasReceivers }) => !hasReceivers);
  if (others.length > 0) loops.push(work(others, (free) => leaseJobs(db, free)));
  /** Wakes the loop for a kind of new jobs; all loops if some may have been missed. */
  const wake = (kind: string | null) => {
    for (const loop of loops) if (!kind || loop.kinds.includes(kind)) loop.wake();
  };
  const listener = listen(url, "jobs", { onNotify: wake });
  const watched = queues.watch(db);
  return {
    async stop() {
      await watched.stop();
      stopping.abort();
      wake(null);
      await listener.stop();
      await Promise.all(loops.map(({ done }) => done));
      await settled(running, GRACE_MS);
    },
  };
}

/** The kinds that have free places, with their numbers. */
function freePlaces(handlers: readonly JobHandler[], running: readonly LeasedJob[]): FreePlaces[] {
  const free = handlers.map(({ kind, places }) => {
    const ofKind = running.filter((job) => job.kind === kind);
    const failing = ofKind.filter((job) => job.failing).length;
    return { kind, failing: places.failing - failing, others: places.others - (ofKind.length - failing) };
  });
  return free.filter(({ failing, others }) => failing + others > 0);
}

/** Runs a leased job, and stores the result. */
export function runJob(
  job: LeasedJob,
  handlers: readonly JobHandler[],
  { db, log }: { db: Db; log: Log },
): Promise<void> {
  const { id, kind, attempts: nth } = job;
  return traced(`job ${kind}`, { "groundcrew.attempt": nth }, async (span) => {
    const handler = handlers.find((one) => one.kind === kind);
    if (!handler) throw new Error(`Nothing runs jobs of the kind ${kind}.`);
    const { result, lock, store, thrown } = await attempt(job, handler);
    if (store) {
      const onCommit = await inTransaction(db, async (tx) => {
        await lock?.(tx);
        return store(tx, await storeResult(tx, job, result));
      });
      onCommit();
    } else await storeResult(db, job, result);
    jobRuns.inc({ kind, outcome: result.is });
    span.set({ "groundcrew.result": result.is });
    if (result.is !== "failed" && result.is !== "given_up") return;
    span.set({ "error.type": "job failed" });
    // Receivers that fail are in the log of deliveries.
    if (job.receiver !== null) {
      if (thrown !== undefined) log.error({ err: thrown, job: id, kind }, "a job threw an error");
      return;
    }
    const waitMs = result.is === "failed" ? result.waitMs : null;
    log.warn({ job: id, kind, attempt: nth, reason: result.why, waitMs }, "a job failed");
  });
}

const MAX_REASON = 500;

/** Makes an attempt. An error that it throws is a failure with its reason. */
async function attempt(job: LeasedJob, handler: JobHandler): Promise<Attempted & { thrown?: unknown }> {
  try {
    return await handler.run(job);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { ...handler.failed(job, truncate(text.replaceAll("\0", ""), MAX_REASON)), thrown: error };
  }
}

/** Runs of jobs, by kind and outcome. A failed run is tried again, one that was dropped or given up is not. */
const jobRuns = new Counter({
  name: "groundcrew_job_runs_total",
  help: "Runs of jobs, by kind and outcome: done, dropped, failed, given_up, postponed.",
  labelNames: ["kind", "outcome"],
});

const queues = gaugesOf<SharedDb>();

queues.add(
  {
    name: "groundcrew_jobs_waiting",
    help: "Jobs that have not ended, of all servers, by kind.",
    labelNames: ["kind"],
  },
  (waiting, db) => show(db, ({ kind, jobs }) => waiting.set({ kind }, jobs)),
);

queues.add(
  {
    name: "groundcrew_jobs_oldest_seconds",
    help: "Age of the oldest job that has not ended, of all servers, by kind; a message waits as long as its channel is paused.",
    labelNames: ["kind"],
  },
  (oldest, db) => show(db, ({ kind, oldest_s }) => oldest.set({ kind }, oldest_s)),
);

/** While the database is unavailable, the gauge has no values. */
async function show(db: SharedDb, set: (jobs: WaitingJobs) => void): Promise<void> {
  for (const jobs of await metricValue(() => countWaiting(db), [])) set(jobs);
}
