import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { embeddedServer } from "./embedded-server.ts";
import {
  addLoad,
  RECONNECTING,
  randomRounds,
  expectEverythingOnce,
  expectNothingLost,
  startLoad,
  untilAnswering,
} from "./crash-load.ts";

const { rounds, seed, random } = randomRounds(2);

test(
  `a database killed ${rounds} times under load (seed ${seed}) loses nothing that was acknowledged, and restarts by itself`,
  async ({ onTestFinished }) => {
    const server = await embeddedServer();
    onTestFinished(() => server.stop());
    await addLoad(server.db);
    const load = await startLoad({ ...server, seed });
    onTestFinished(() => load.stop());

    for (let round = 0; round < rounds; round++) {
      if (round % 3 > 0) await load.moves();
      await after(random.whole(0, 400));
      const killed = server.database();
      expect(killed).not.toBeNull();
      process.kill(killed ?? 0, "SIGKILL");
      await expect.poll(() => server.database() ?? killed, RECONNECTING).not.toBe(killed);
      await untilAnswering(server.db);
      await expectNothingLost(server.db, load);
    }
    await load.finish();
    await expectEverythingOnce(server.db, load, `${rounds} kills`);
    // Requests fail with 503 while the database is down, and nothing else goes wrong.
    expect([...load.person.statuses.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  },
  Math.max(300_000, rounds * 30_000),
);
