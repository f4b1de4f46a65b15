import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { addLoad, expectEverythingOnce, expectNothingLost, randomRounds, startLoad } from "./crash-load.ts";
import { embeddedServer } from "./embedded-server.ts";
import { testDatabase } from "./database.ts";
import { valueIn } from "./metrics.ts";
import { connectStation, sendMessage } from "./station.ts";
import { addOrganization, addStation, birthOf, envelope, teleOf } from "./stations.ts";
import { storedState } from "./telemetry-rig.ts";
import { threadedBroker } from "./threaded-broker.ts";
import { signIn } from "./writing-person.ts";

const { db, url } = await testDatabase();
const STATION = "gc-000000000001";
const OTHER = "gc-0000000000aa";

/** A server whose station link runs in a thread; `threads` are all that it has started. */
async function threadedServer() {
  const threads: Worker[] = [];
  const note = (thread: Worker) => void threads.push(thread);
  process.on("worker", note);
  onTestFinished(() => void process.off("worker", note));
  const server = await embeddedServer({ MQTT_THREADS: "1" });
  let stopped: Promise<void> | null = null;
  const stop = () => (stopped ??= server.stop());
  onTestFinished(stop);
  return { ...server, stop, threads };
}

test("the metrics, rejected connections and invalid messages of the thread are those of the server", async () => {
  const server = await threadedServer();
  const seen = async (name: string, labels = {}) =>
    valueIn(await (await fetch(`${server.opsUrl}/metrics`)).text(), name, labels) ?? 0;
  // Other tests of this process may have counted as well.
  const births = await seen("groundcrew_link_messages_total", { topic: "birth" });
  await addLoad(server.db);
  const client = await connectStation(server.brokerPort, STATION);
  onTestFinished(() => client.endAsync(true));
  await sendMessage(client, "birth", birthOf(envelope(1, 1)));
  await sendMessage(client, "tele", { v: 1 });
  await expect(connectStation(server.brokerPort, "gc-stranger")).rejects.toMatchObject({ code: 5 });

  const call = await signIn(server.url);
  const invalid = async () => JSON.parse((await call("/link/invalid")).text);
  await expect.poll(invalid).toMatchObject([{ station: STATION, topic: "tele", times: 1 }]);
  expect(JSON.parse((await call("/link/rejected")).text)).toMatchObject([{ station: "gc-stranger", tries: 1 }]);
  expect(await seen("groundcrew_link_messages_total", { topic: "birth" })).toBe(births + 1);
  expect(await seen("groundcrew_link_connections", { state: "authenticated" })).toBe(1);
  expect(await seen("groundcrew_link_broker_up")).toBe(1);
});

test("a server that stops stores everything that the thread has received", async () => {
  await addStation(db, { name: OTHER, org_id: await addOrganization(db, "Harbor Air") });
  const broker = await threadedBroker({ db, url });
  const client = await connectStation(broker.port, OTHER);
  await sendMessage(client, "birth", birthOf(envelope(1, 1)));
  await sendMessage(client, "tele", teleOf(envelope(1, 2), { swaps_performed: 41 }));
  await broker.stop();
  expect(await storedState(db, OTHER)).toMatchObject({ seq: 2, snapshot: { status: { swaps_performed: 41 } } });
});

const { rounds, seed, random } = randomRounds(3);

test(`a thread that crashes ${rounds} times under load (seed ${seed}) is started again, and nothing that was acknowledged is lost`, async () => {
  const server = await threadedServer();
  await addLoad(server.db);
  const load = await startLoad({ ...server, seed });
  onTestFinished(() => load.stop());
  for (let round = 0; round < rounds; round++) {
    await load.moves();
    await after(random.whole(0, 400));
    await server.threads.at(-1)?.terminate();
    await expectNothingLost(server.db, load);
  }
  await load.finish();
  await expectEverythingOnce(server.db, load);
  expect(server.threads).toHaveLength(rounds + 1);
  const shown = async () => JSON.parse((await (await signIn(server.url))(`/stations/${STATION}`)).text);
  await expect.poll(shown).toMatchObject({ last_online_status: true });
  expect(await (await fetch(`${server.opsUrl}/readyz`)).text()).toBe("ready\n");
}, 300_000);

test("a server whose thread cannot listen does not start, and says why", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const address = other.address();
  const MQTT_PORT = String(address !== null && typeof address === "object" ? address.port : 0);
  await expect(embeddedServer({ MQTT_THREADS: "1", MQTT_PORT })).rejects.toThrow(
    `The station link cannot listen on 127.0.0.1:${MQTT_PORT}: listen EADDRINUSE`,
  );
});
