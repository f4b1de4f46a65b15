import { addJob, jobHandler, jobKind, startJobs } from "@groundcrew/server/platform/jobs";
import { everyTenant } from "@groundcrew/server/platform/db/connect";
import pino from "pino";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { numberOption } from "./fleet.ts";
import { machine } from "./measure.ts";
import { openOwnDatabase } from "./own-database.ts";

/*
 * What the queue costs PostgreSQL: CPU for a job that does nothing, one at a time and many at once, and while there is none. The server runs as many
 * kinds as a real one, one of them with receivers.
 *
 * node bench/queue.ts [--jobs 500] [--rounds 5]
 */
const JOBS = numberOption("jobs", 500);
const ROUNDS = numberOption("rounds", 5);
const IDLE_S = 5;

const small = jobKind("small", z.null());
const database = await openOwnDatabase();
const db = everyTenant(database.db);
let done = 0;
let onDone = () => {};
const handlers = [
  jobHandler(small, async () => {
    done += 1;
    onDone();
  }),
  ...["a", "b", "c", "d", "e", "f"].map((name) => jobHandler(jobKind(name, z.null()), async () => {})),
  { ...jobHandler(jobKind("message", z.null()), async () => {}), hasReceivers: true as const },
];
const jobs = startJobs({ db, url: database.url, handlers, log: pino({ level: "silent" }) });
try {
  console.log(`${machine()}; embedded PostgreSQL without fsync\n\n| work | CPU of PostgreSQL |\n|---|---|`);
  const used: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    (used["a job, alone"] ??= []).push((await cpuOf(addOneByOne)) / JOBS);
    (used[`one of ${JOBS} jobs at once`] ??= []).push((await cpuOf(addAll)) / JOBS);
    (used["a second without jobs"] ??= []).push((await cpuOf(() => sleep(IDLE_S * 1_000))) / IDLE_S);
  }
  for (const [work, costs] of Object.entries(used))
    console.log(`| ${work} | ${Math.min(...costs).toFixed(2)} to ${Math.max(...costs).toFixed(2)} ms |`);
} finally {
  await jobs.stop();
  await database.stop();
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = database.cpu();
  await work();
  return database.cpu() - before;
}

async function addOneByOne(): Promise<void> {
  for (let nth = 0; nth < JOBS; nth += 1) await finished(done + 1, () => addJob(db, small, { payload: null }));
}

function addAll(): Promise<void> {
  const add = () => addJob(db, small, { payload: null });
  return finished(done + JOBS, () => Promise.all(Array.from({ length: JOBS }, add)));
}

/** Resolves when so many jobs have run in all. */
async function finished(count: number, add: () => Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  onDone = () => {
    if (done >= count) resolve();
  };
  await add();
  await promise;
}
