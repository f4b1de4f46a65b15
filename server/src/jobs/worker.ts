import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { Counter, Gauge } from "prom-client";
import { inTransaction, listen, type Db, type SharedDb } from "../db/index.ts";
import { asyncSignal, attempts, metricValue, settled, type Part } from "../lib/index.ts";
import { traced } from "../tracing/index.ts";
import type { JobHandler, LeasedJob } from "./job-kind.ts";
import { countWaiting, leaseJobs, storeResult, type FreePlaces, type WaitingJobs } from "./queries.ts";

const POLL_MS = SECOND_MS;
/** How long `stop` waits for running jobs: longer than any receiver may take. Unfinished ones run again when their lease has expired. */
const GRACE_MS = 30 * SECOND_MS;

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
  const running = new Map<Promise<void>, LeasedJob>();
  const wakeUp = asyncSignal();
  const stopping = new AbortController();
  const leasing = attempts({ log, failure: "the job queue could not be read" });

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const free = freePlaces(handlers, [...running.values()]);
      const jobs = free.length > 0 ? await leasing(() => leaseJobs(db, free), []) : [];
      for (const job of jobs) begin(job);
      if (jobs.length === 0) await wakeUp.wait(pollMs);
    }
  }

  function begin(job: LeasedJob): void {
    const run = runJob(job, handlers, { db, log })
      .catch((error: unknown) => log.error({ err: error, job: job.id }, "the outcome of a job could not be stored"))
      .finally(() => {
        running.delete(run);
        wakeUp.notify();
      });
    running.set(run, job);
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
      await settled(running.keys(), GRACE_MS);
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
  const { id, kind, attempts: attempt } = job;
  return traced(`job ${kind}`, { "groundcrew.attempt": attempt }, async (span) => {
    const handler = handlers.find((one) => one.kind === kind);
    if (!handler) throw new Error(`Nothing runs jobs of the kind ${kind}.`);
    const { result, store } = await handler.run(job);
    await inTransaction(db, async (tx) => {
      const isOurs = await storeResult(tx, job, result);
      await store?.(tx, isOurs);
    });
    jobRuns.inc({ kind, outcome: result.is });
    span.set({ "groundcrew.result": result.is });
    if (result.is !== "failed" && result.is !== "given_up") return;
    span.set({ "error.type": "job failed" });
    // Those of receivers are in the log of deliveries.
    if (job.receiver !== null) return;
    const waitMs = result.is === "failed" ? result.waitMs : null;
    log.warn({ job: id, kind, attempt, reason: result.why, waitMs }, "a job failed");
  });
}

/** Runs of jobs, by kind and outcome. A failed run is tried again, one that was dropped or given up is not. */
const jobRuns = new Counter({
  name: "groundcrew_job_runs_total",
  help: "Runs of jobs, by kind and outcome: done, dropped, failed, given_up, postponed.",
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
