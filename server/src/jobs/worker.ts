import { SECOND_MS, truncate } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { Counter, Gauge } from "prom-client";
import { listen, type SharedDb } from "../db/index.ts";
import { asyncSignal, attempts, metricValue, settled } from "../lib/index.ts";
import { traced, type OpenSpan } from "../tracing/index.ts";
import type { JobHandler } from "./job-kind.ts";
import { endJob, leaseJobs, putOffJob, type LeasedJob, countWaiting, type WaitingJobs } from "./queries.ts";

const FIRST_MS = 10 * SECOND_MS;
const FACTOR = 3;

/** Attempts before a job is given up: about three hours with the waits between them. */
const MAX_ATTEMPTS = 8;

/** How long a job waits after a number of failed attempts, in ms; null when it is given up. */
export function backOffMs(attempts: number): number | null {
  return attempts < MAX_ATTEMPTS ? FIRST_MS * FACTOR ** (attempts - 1) : null;
}

const MAX_RUNNING = 4;
const POLL_MS = 2 * SECOND_MS;
/** How long `stop` waits for running jobs. Unfinished ones run again when their lease has expired. */
const GRACE_MS = 5 * SECOND_MS;
const MAX_REASON = 500;

type Log = Pick<Logger, "warn" | "error">;

/**
 * Runs the jobs of the queue, several at once, until stopped. Any number of servers may do so on one database, with the URL `url`; each
 * takes only the kinds it has a handler for.
 */
export function startJobs(options: { db: SharedDb; url: string; handlers: readonly JobHandler[]; log: Log }): {
  stop: () => Promise<void>;
} {
  const { db, url, handlers, log } = options;
  const running = new Set<Promise<void>>();
  const wakeUp = asyncSignal();
  const stopping = new AbortController();
  const leasing = attempts({ log, failure: "the job queue could not be read" });

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const free = MAX_RUNNING - running.size;
      const jobs = free > 0 ? await lease(free) : [];
      for (const job of jobs) begin(job);
      if (jobs.length === 0) await wakeUp.wait(POLL_MS);
    }
  }

  async function lease(limit: number): Promise<LeasedJob[]> {
    const kinds = handlers.map(({ kind }) => kind);
    return leasing(() => leaseJobs(db, kinds, limit), []);
  }

  function begin(job: LeasedJob): void {
    const handler = handlers.find(({ kind }) => kind === job.kind);
    const run = traced(`job ${job.kind}`, { "groundcrew.attempt": job.attempts }, (span) =>
      doJob(job, handler, { db, log, span }),
    )
      .catch((error: unknown) => log.error({ err: error, job: job.id }, "the outcome of a job could not be stored"))
      .finally(() => {
        running.delete(run);
        wakeUp.notify();
      });
    running.add(run);
  }

  const listener = listen(url, "jobs", { onNotify: () => wakeUp.notify() });
  const unwatch = watchQueue(db);
  const loop = work();
  return {
    async stop() {
      unwatch();
      stopping.abort();
      wakeUp.notify();
      await listener.stop();
      await loop;
      await settled(running, GRACE_MS);
    },
  };
}

async function doJob(
  job: LeasedJob,
  handler: JobHandler | undefined,
  { db, log, span }: { db: SharedDb; log: Log; span: OpenSpan },
): Promise<void> {
  // The server died in every attempt, so the job itself may be the cause.
  if (job.attempts > MAX_ATTEMPTS) {
    jobRuns.inc({ kind: job.kind, outcome: "given_up" });
    return endJob(db, job, "The server stopped during the last attempt.");
  }
  try {
    await handler?.run(job.payload, job);
  } catch (error) {
    const reason = reasonOf(error);
    const waitMs = backOffMs(job.attempts);
    span.set({ "error.type": "job failed" });
    log.warn({ job: job.id, kind: job.kind, attempt: job.attempts, reason, waitMs }, "a job failed");
    jobRuns.inc({ kind: job.kind, outcome: waitMs === null ? "given_up" : "failed" });
    return waitMs === null ? endJob(db, job, reason) : putOffJob(db, job, { reason, waitMs });
  }
  jobRuns.inc({ kind: job.kind, outcome: "done" });
  return endJob(db, job, null);
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return truncate(text.replaceAll("\0", ""), MAX_REASON);
}

/** Runs of jobs, by kind and outcome. A failed run is tried again, one that is given up is not. */
const jobRuns = new Counter({
  name: "groundcrew_job_runs_total",
  help: "Runs of jobs, by kind and outcome: done, failed, given_up.",
  labelNames: ["kind", "outcome"],
});

const queues = new Set<SharedDb>();

const waiting: Gauge<"kind"> = new Gauge({
  name: "groundcrew_jobs_waiting",
  help: "Jobs that have not ended, of all servers, by kind.",
  labelNames: ["kind"],
  collect: () => show(waiting, ({ jobs }) => jobs),
});

const oldest: Gauge<"kind"> = new Gauge({
  name: "groundcrew_jobs_oldest_seconds",
  help: "Age of the oldest job that has not ended, of all servers, by kind.",
  labelNames: ["kind"],
  collect: () => show(oldest, ({ oldest_s }) => oldest_s),
});

/** While the database is unavailable, the gauge has no values. */
async function show(gauge: Gauge<"kind">, valueOf: (jobs: WaitingJobs) => number): Promise<void> {
  gauge.reset();
  for (const db of queues) {
    for (const jobs of await metricValue(() => countWaiting(db), [])) gauge.set({ kind: jobs.kind }, valueOf(jobs));
  }
}

/** Includes the queue in the metrics. Returns a function that removes it again. */
function watchQueue(db: SharedDb): () => void {
  queues.add(db);
  return () => void queues.delete(db);
}
