import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import pino from "pino";
import { register } from "prom-client";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { testDatabase } from "../../../test/database.ts";
import { removeRows } from "../../../test/retention.ts";
import { inTransaction, type Db } from "../db/index.ts";
import { backOffMs } from "./job-kind.ts";
import { addJob, findJobs, jobHandler, jobKind, startJobs, type JobHandler } from "./index.ts";

const { db, url } = await testDatabase();
const log = pino({ level: "silent" });
const sampleKind = jobKind("sample", z.strictObject({ what: z.string() }));
const unhandledKind = jobKind("unhandled", z.null());

let servers: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
  await db.deleteFrom("jobs").execute();
});

function serve(...handlers: JobHandler[]) {
  const server = startJobs({ db, url, handlers, log });
  servers.push(server);
  return server;
}

function add(what: string, tx: Db = db) {
  return addJob(tx, sampleKind, { payload: { what }, subject: what });
}

async function report(what: string) {
  const [found] = await findJobs(db, sampleKind, [what]);
  if (!found) throw new Error(`There is no job about ${what}.`);
  return found;
}

/** Makes a job's next attempt due now. */
async function makeDue(what: string) {
  const now = sql<string>`now()`;
  await db.updateTable("jobs").set({ run_after: now, leased_until: null }).where("subject", "=", what).execute();
  await sql`notify jobs`.execute(db);
}

test("a job runs once its change is committed, and reports its outcome", async () => {
  const done: string[] = [];
  serve(jobHandler(sampleKind, async ({ what }) => void done.push(what)));
  await inTransaction(db, (tx) => add("post a letter", tx));
  await expect.poll(() => report("post a letter")).toMatchObject({ outcome: "done", attempts: 1, last_error: null });
  expect(done).toEqual(["post a letter"]);
});

test("a change that fails creates no job", async () => {
  const change = inTransaction(db, async (tx) => {
    await add("never", tx);
    throw new Error("The change fails.");
  });
  await expect(change).rejects.toThrow("The change fails.");
  expect(await findJobs(db, sampleKind, ["never"])).toEqual([]);
});

test("each job is run by one of many servers", async () => {
  const done: string[] = [];
  const all = Array.from({ length: 60 }, (_, index) => `sample ${index}`);
  for (let count = 0; count < 4; count += 1) serve(jobHandler(sampleKind, async ({ what }) => void done.push(what)));
  await Promise.all(all.map((what) => add(what)));
  await expect.poll(() => done.length).toBe(all.length);
  await Promise.all(servers.map((server) => server.stop()));
  expect(done.toSorted()).toEqual(all.toSorted());
});

test("a job that fails is retried, after a longer wait each time", async () => {
  let attempt = 0;
  serve(
    jobHandler(sampleKind, async () => {
      attempt += 1;
      if (attempt <= 2) throw new Error(`Nobody opened the door at attempt ${attempt}.`);
    }),
  );
  await add("ring");
  const waits: number[] = [];
  for (const attempts of [1, 2]) {
    const last_error = `Nobody opened the door at attempt ${attempts}.`;
    await expect.poll(() => report("ring")).toMatchObject({ attempts, last_error });
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from run_after - now())::float8 as seconds from jobs where subject = 'ring'`.execute(db);
    waits.push(rows[0]?.seconds ?? 0);
    await makeDue("ring");
  }
  await expect.poll(() => report("ring")).toMatchObject({ outcome: "done", attempts: 3, last_error: null });
  expect(waits[0]).toBeGreaterThan(0);
  expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
});

test("the waits between eight attempts grow from ten seconds to some hours", () => {
  const waits = Array.from({ length: 8 }, (_, index) => backOffMs(index + 1));
  expect(waits).toEqual([10_000, 30_000, 90_000, 270_000, 810_000, 2_430_000, 7_290_000, null]);
});

test("a job is abandoned after eight attempts, with the reason of the last", async () => {
  let attempt = 0;
  serve(
    jobHandler(sampleKind, async () => {
      attempt += 1;
      throw new Error(`Attempt ${attempt} failed.`);
    }),
  );
  await add("impossible");
  for (let attempts = 1; attempts <= 8; attempts += 1) {
    await expect.poll(async () => (await report("impossible")).last_error).toBe(`Attempt ${attempts} failed.`);
    if (attempts < 8) await makeDue("impossible");
  }
  expect(await report("impossible")).toMatchObject({ outcome: "given_up", attempts: 8 });
});

test("what follows a result happens once it is committed, and never if it is not", async () => {
  const followed: string[] = [];
  const handler: JobHandler = {
    ...jobHandler(sampleKind, async () => {}),
    async run({ payload }) {
      const { what } = sampleKind.payload.parse(payload);
      const store = async () => {
        if (what === "refused") throw new Error("It could not be stored.");
        return () => void report(what).then(({ outcome }) => followed.push(`${what} is ${outcome}`));
      };
      return { result: { is: "done" }, store };
    },
  };
  serve(handler);
  await add("refused");
  await add("stored");
  await expect.poll(() => followed).toEqual(["stored is done"]);
  expect(await report("refused")).toMatchObject({ outcome: "waiting", attempts: 1 });
});

test("a job whose server died is run by another when its lease expires", async () => {
  await add("orphan");
  const leased = { attempts: 1, leased_until: sql<string>`now() + interval '1 minute'` };
  await db.updateTable("jobs").set(leased).execute();
  const done: string[] = [];
  serve(jobHandler(sampleKind, async ({ what }) => void done.push(what)));
  await add("another");
  await expect.poll(() => report("another")).toMatchObject({ outcome: "done" });
  expect(done).toEqual(["another"]);
  await makeDue("orphan");
  await expect.poll(() => report("orphan")).toMatchObject({ outcome: "done", attempts: 2 });
});

test("a job that stops the server at each attempt is abandoned", async () => {
  await add("deadly");
  await db.updateTable("jobs").set({ attempts: 8 }).execute();
  let runs = 0;
  serve(jobHandler(sampleKind, async () => void (runs += 1)));
  await expect.poll(() => report("deadly")).toMatchObject({ outcome: "given_up" });
  expect(runs).toBe(0);
});

test("stopping waits for running jobs and starts no more", async () => {
  const started: string[] = [];
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  async function run({ what }: { what: string }): Promise<void> {
    started.push(what);
    await gate;
  }
  // With one place, nothing is being leased while a job runs.
  const server = serve(jobHandler(sampleKind, run, { failing: 0, others: 1 }));
  await add("in hand");
  await expect.poll(() => started).toEqual(["in hand"]);
  const stopped = server.stop();
  await add("later");
  finish();
  await stopped;
  expect(await report("in hand")).toMatchObject({ outcome: "done" });
  expect(await report("later")).toMatchObject({ outcome: "waiting", attempts: 0 });
});

test("a kind without a handler waits for a server that has one", async () => {
  await addJob(db, unhandledKind, { payload: null, subject: "strange" });
  serve(jobHandler(sampleKind, async () => {}));
  await add("known");
  await expect.poll(() => report("known")).toMatchObject({ outcome: "done" });
  expect(await findJobs(db, unhandledKind, ["strange"])).toMatchObject([{ outcome: "waiting", attempts: 0 }]);
});

test("ended jobs are removed after a month, except those whose outcome a page shows", async () => {
  serve(jobHandler(sampleKind, async () => {}));
  await add("shown");
  await addJob(db, sampleKind, { payload: { what: "unseen" } });
  const unended = () => db.selectFrom("jobs").select("id").where("ended", "is", null).execute();
  await expect.poll(unended).toEqual([]);
  await Promise.all(servers.map((server) => server.stop()));
  await add("waiting");
  const count = async () => (await db.selectFrom("jobs").select("id").execute()).length;
  await removeRows(db, "jobs", Date.now());
  expect(await count()).toBe(3);
  await removeRows(db, "jobs", Date.now() + 31 * DAY_MS);
  const left = await db.selectFrom("jobs").select("subject").orderBy("id").execute();
  expect(left).toEqual([{ subject: "shown" }, { subject: "waiting" }]);
});

test("metrics show the runs of jobs, and how many jobs of each kind wait and for how long", async () => {
  const runs = async () => {
    const { values } = (await register.getSingleMetric("groundcrew_job_runs_total")?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels["kind"] === "sample" && labels["outcome"] === "done")?.value ?? 0;
  };
  const before = await runs();
  await addJob(db, unhandledKind, { payload: null });
  await sql`update jobs set created = created - interval '1 hour'`.execute(db);
  serve(jobHandler(sampleKind, async () => {}));
  await add("measured");
  await expect.poll(runs).toBe(before + 1);
  const metrics = await register.metrics();
  expect(metrics).toContain('groundcrew_jobs_waiting{kind="unhandled"} 1\n');
  expect(metrics).toMatch(/groundcrew_jobs_oldest_seconds\{kind="unhandled"\} 36\d\d\n/);
});
