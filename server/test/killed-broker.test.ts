import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as after } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { embeddedHouse } from "./embedded-house.ts";
import { addLoad, drawnRounds, expectEverythingOnce, expectNothingLost, startLoad } from "./kept.ts";

const BROKER = fileURLToPath(new URL("broker-process.ts", import.meta.url));
const { rounds, seed, random } = drawnRounds(10);

/** A broker in a process of its own, which keeps nothing, at the same port each time. */
async function killableBroker() {
  let port = 0;
  let broker: ChildProcess;

  async function start(): Promise<void> {
    const child = spawn(process.execPath, [BROKER, String(port)], { stdio: ["pipe", "pipe", "inherit"] });
    broker = child;
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    port = Number(line);
  }

  async function kill(): Promise<void> {
    const ended = once(broker, "close");
    broker.kill("SIGKILL");
    await ended;
  }

  await start();
  return { port, start, kill };
}

test(
  `a broker killed ${rounds} times under load (seed ${seed}), with all it held, costs no event and doubles none`,
  async ({ onTestFinished }) => {
    const broker = await killableBroker();
    onTestFinished(() => broker.kill());
    const house = await embeddedHouse({ MQTT_URL: `mqtt://127.0.0.1:${broker.port}` });
    onTestFinished(() => house.stop());
    await addLoad(house.db);
    const load = await startLoad({ ...house, seed });
    onTestFinished(() => load.stop());

    for (let round = 0; round < rounds; round++) {
      await load.moves();
      await after(random.whole(0, 400));
      await broker.kill();
      await expectNothingLost(house.db, load);
      await broker.start();
    }
    await load.finish();
    await expectEverythingOnce(house.db, load);
    // The API does without the broker.
    expect([...load.person.statuses.keys()]).toEqual([201]);
  },
  Math.max(120_000, rounds * 10_000),
);
