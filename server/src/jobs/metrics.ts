import { Counter, Gauge } from "prom-client";
import type { SharedDb } from "../db/index.ts";
import { countWaiting, type WaitingJobs } from "./queries.ts";

/** Runs of jobs, by kind and outcome. A failed run is tried again, one that is given up is not. */
export const jobRuns = new Counter({
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
    for (const jobs of await countWaiting(db).catch(() => [])) gauge.set({ kind: jobs.kind }, valueOf(jobs));
  }
}

/** Includes the queue in the metrics. Returns what takes it out again. */
export function watchQueue(db: SharedDb): () => void {
  queues.add(db);
  return () => void queues.delete(db);
}
