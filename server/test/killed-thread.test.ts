import { setTimeout as after } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { addLoad, expectEverythingOnce, expectNothingLost, randomRounds, startLoad } from "./crash-load.ts";
import { threadedServer } from "./threaded-server.ts";
import { signIn } from "./writing-person.ts";

const STATION = "gc-000000000001";
const { rounds, seed, random } = randomRounds(2);

test(`the thread of the station link crashes ${rounds} times under load (seed ${seed}) and is started again, and nothing that was acknowledged is lost`, async () => {
  const server = await threadedServer();
  await addLoad(server.db);
  const load = await startLoad({ ...server, seed });
  onTestFinished(() => load.stop());
  for (let round = 0; round < rounds; round++) {
    await expect.poll(() => server.running.size).toBe(1);
    await load.moves();
    await after(random.whole(0, 400));
    await [...server.running][0]?.terminate();
    await expectNothingLost(server.db, load);
  }
  await load.finish();
  await expectEverythingOnce(server.db, load, `a thread with ${rounds} crashes`);
  await expect.poll(server.started).toBe(1 + rounds);
  const call = await signIn(server.url);
  const shown = async () => JSON.parse((await call(`/stations/${STATION}`)).text);
  await expect.poll(shown).toMatchObject({ last_online_status: true });
  const ready = async () => (await fetch(`${server.opsUrl}/readyz`)).text();
  await expect.poll(ready).toBe("ready\n");
});
