import { once } from "node:events";
import { createServer } from "node:net";
import { topicOf } from "@groundcrew/shared/link";
import { expect, onTestFinished, test } from "vitest";
import { addLoad } from "./crash-load.ts";
import { embeddedServer } from "./embedded-server.ts";
import { testDatabase } from "./database.ts";
import { valueIn } from "./metrics.ts";
import { connectStation, sendMessage } from "./station.ts";
import { addOrganization, addStation, birthOf, envelope, teleOf } from "./stations.ts";
import { storedState } from "./telemetry-rig.ts";
import { threadedBroker } from "./threaded-broker.ts";
import { threadedServer } from "./threaded-server.ts";
import { signIn } from "./writing-person.ts";

const { db, url } = await testDatabase();
const STATION = "gc-000000000001";
const OTHER = "gc-0000000000aa";
const MOVING = "gc-0000000000bb";

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

test.runIf(process.platform === "linux")("the broker counts as up while every thread runs", async () => {
  const server = await threadedServer(2);
  const isUp = async () => valueIn(await (await fetch(`${server.opsUrl}/metrics`)).text(), "groundcrew_link_broker_up");
  expect(await isUp()).toBe(1);
  const [thread] = server.running;
  await thread?.terminate();
  expect(await isUp()).toBe(0);
  await expect.poll(isUp).toBe(1);
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

// Several threads can listen on one port on Linux alone.
test.runIf(process.platform === "linux")(
  "a station that connects again has one connection, whichever threads it has connected to, and stays online",
  async () => {
    await addStation(db, { name: MOVING, org_id: await addOrganization(db, "Northfield Agri") });
    const broker = await threadedBroker({ db, url }, 2);
    onTestFinished(() => broker.stop());
    const [server] = broker.servers;
    const will = { topic: topicOf(MOVING, "death"), payload: Buffer.from(JSON.stringify({ v: 1, boot: 1 })) };
    const closed: Promise<void>[] = [];
    const texts: string[] = [];
    for (let nth = 0; nth < 20; nth++) {
      const client = await connectStation(broker.port, MOVING, { will: { ...will, qos: 1, retain: false } });
      onTestFinished(() => client.endAsync(true));
      closed.push(new Promise<void>((resolve) => void client.once("close", () => resolve())));
      client.on("message", (_, payload) => texts.push(`${nth} ${payload.toString()}`));
      await client.subscribeAsync(topicOf(MOVING, "cmd"), { qos: 1 });
      await sendMessage(client, "birth", birthOf(envelope(1, 2 * nth + 1)));
    }
    await Promise.all(closed.slice(0, -1));
    await server?.publish(topicOf(MOVING, "cmd"), "to the latest");
    await expect.poll(() => texts).toEqual(["19 to the latest"]);
    await server?.settle();
    expect(await storedState(db, MOVING)).toMatchObject({ seq: 39, linked: true });
    expect(server?.isUp(MOVING)).toBe(true);
  },
);

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
