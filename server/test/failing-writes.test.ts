import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  addLoad,
  expectEverythingOnce,
  expectNothingLost,
  randomRounds,
  RECONNECTING,
  startLoad,
  untilAnswering,
} from "./crash-load.ts";
import { embeddedServer } from "./embedded-server.ts";
import { childrenOf } from "./processes.ts";
import { hasStrace, traceCalls } from "./strace.ts";

/** None without an amount, because a database that recovers several times takes long on a busy machine. */
const { rounds, seed, random } = randomRounds(0);
/** What a disk does wrong: it does not sync, does not write, or has no space. The database writes its log and its tables with these calls. */
const FAILURES = [
  { calls: "fdatasync,fsync", error: "EIO" },
  { calls: "pwrite64,pwritev", error: "EIO" },
  { calls: "pwrite64,pwritev", error: "ENOSPC" },
] as const;

test.runIf(hasStrace && rounds > 0)(
  `a disk on which single writes and syncs of the database fail (${rounds} times, seed ${seed}) loses nothing that was acknowledged`,
  async ({ onTestFinished }) => {
    const server = await embeddedServer();
    onTestFinished(() => server.stop());
    await addLoad(server.db);
    const load = await startLoad({ ...server, seed });
    onTestFinished(() => load.stop());

    for (let round = 0; round < rounds; round += 1) {
      await load.moves();
      await after(random.whole(0, 400));
      const { calls, error } = FAILURES[round % FAILURES.length] ?? FAILURES[0];
      const postmaster = server.database() ?? 0;
      // Workers of autovacuum end by themselves before they can be traced.
      const lasting = childrenOf(postmaster).filter(({ command }) => !command.includes("autovacuum worker"));
      const processes = [postmaster, ...lasting.map(({ pid }) => pid)];
      // Each process fails once; those that start after that work.
      const injected = `inject=${calls}:error=${error}:when=${random.whole(1, 4)}`;
      const trace = await traceCalls(processes, ["-e", `trace=${calls}`, "-e", injected]);
      const failed = async () => (await trace.calls()).filter((line) => line.endsWith("(INJECTED)")).length;
      await expect.poll(failed, RECONNECTING).toBeGreaterThan(0);
      await trace.finish();
      await untilAnswering(server.db);
      await load.moves();
      await expectNothingLost(server.db, load);
    }
    await load.finish();
    await expectEverythingOnce(server.db, load, `${rounds} failures`);
    // Requests fail with 503 while the database recovers, and nothing else goes wrong.
    expect([...load.person.statuses.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  },
  Math.max(300_000, rounds * 30_000),
);
