import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { embeddedServer } from "./embedded-server.ts";
import { SERVERS } from "./brokers.ts";
import {
  addLoad,
  randomRounds,
  expectEverythingOnce,
  expectNothingLost,
  startLoad,
  untilAdmitted,
} from "./crash-load.ts";
import { openMosquitto } from "./mosquitto.ts";

const { rounds, seed, random } = randomRounds(3);

test(
  `a Mosquitto killed ${rounds} times under load (seed ${seed}) with its data loses and duplicates no event`,
  async ({ onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), "mosquitto-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const broker = await openMosquitto(folder);
    onTestFinished(() => broker.kill());
    const opening = embeddedServer({
      MQTT_URL: broker.url(SERVERS.user, encodeURIComponent(SERVERS.password)),
      MQTT_CREDENTIAL_DIR: broker.credentials,
      MQTT_PID_FILE: broker.pidFile,
    });
    // The broker accepts only clients named in the server's files.
    await broker.isNotified();
    await broker.start();
    const server = await opening;
    onTestFinished(() => server.stop());
    await addLoad(server.db);
    await untilAdmitted(broker.port);
    const load = await startLoad({ ...server, brokerPort: broker.port, seed });
    onTestFinished(() => load.stop());

    for (let round = 0; round < rounds; round++) {
      await load.moves();
      await after(random.whole(0, 400));
      await broker.kill();
      await expectNothingLost(server.db, load);
      await broker.start();
    }
    await load.finish();
    await expectEverythingOnce(server.db, load, `${rounds} kills`);
    // The API works without the broker.
    expect([...load.person.statuses.keys()]).toEqual([201]);
  },
  Math.max(300_000, rounds * 30_000),
);
