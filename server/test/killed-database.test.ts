import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { embeddedHouse } from "./embedded-house.ts";
import {
  addLoad,
  COMING_BACK,
  drawnRounds,
  expectEverythingOnce,
  expectNothingLost,
  report,
  startLoad,
  untilAnswering,
} from "./kept.ts";

const { rounds, seed, random } = drawnRounds(4);

test(
  `a database killed ${rounds} times under load (seed ${seed}) loses nothing that was acknowledged, and is back by itself`,
  async ({ onTestFinished }) => {
    const house = await embeddedHouse();
    onTestFinished(() => house.stop());
    await addLoad(house.db);
    const load = await startLoad({ ...house, seed });
    onTestFinished(() => load.stop());

    for (let round = 0; round < rounds; round++) {
      if (round % 3 > 0) await load.moves();
      await after(random.whole(0, 400));
      const killed = house.database();
      expect(killed).not.toBeNull();
      process.kill(killed ?? 0, "SIGKILL");
      await expect.poll(() => house.database() ?? killed, COMING_BACK).not.toBe(killed);
      await untilAnswering(house.db);
      await expectNothingLost(house.db, load);
    }
    await load.finish();
    await report(house.db, load, { killed: "database", rounds, seed });
    await expectEverythingOnce(house.db, load);
    // Who asks while the database is away is told so, and nothing else goes wrong.
    expect([...load.person.statuses.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  },
  Math.max(300_000, rounds * 30_000),
);
