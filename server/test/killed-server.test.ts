import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { testDatabase } from "./database.ts";
import { addLoad, randomRounds, expectEverythingOnce, expectNothingLost, startLoad } from "./crash-load.ts";
import { killableServer, WITH_LINK_THREAD } from "./killable-server.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const { rounds, seed, random } = randomRounds(3);

test(
  `a server killed ${rounds} times under load (seed ${seed}) loses nothing that it acknowledged and duplicates nothing`,
  async ({ onTestFinished }) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "killed-"));
    const server = killableServer({ DATABASE_URL, DATA_DIR }, WITH_LINK_THREAD);
    onTestFinished(async () => {
      await server.stop();
      await rm(DATA_DIR, { recursive: true, force: true });
    });
    const address = await server.start();
    await addLoad(db);
    const load = await startLoad({ ...address, seed });
    onTestFinished(() => load.stop());

    for (let round = 0; round < rounds; round++) {
      // A crash can be harmful at any moment, so the time is random; every third kill may happen while stations are still
      // reconnecting.
      if (round % 3 > 0) await load.moves();
      await after(random.whole(0, 400));
      await server.kill();
      await expectNothingLost(db, load);
      await server.start();
    }
    await load.finish();
    await expectEverythingOnce(db, load, `${rounds} kills`);
    expect(load.person.written.length).toBeGreaterThan(0);
  },
  Math.max(300_000, rounds * 30_000),
);
