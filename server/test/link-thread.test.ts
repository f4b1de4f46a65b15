import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { addLoad } from "./crash-load.ts";
import { embeddedServer } from "./embedded-server.ts";
import { testDatabase } from "./database.ts";
import { valueIn } from "./metrics.ts";
import { connectStation, sendMessage } from "./station.ts";
import { birthOf, envelope } from "./stations.ts";
import { threadedServer } from "./threaded-server.ts";
import { signIn } from "./writing-person.ts";

const { url } = await testDatabase();
const STATION = "gc-000000000001";

test("a server has the metrics, rejected connections and invalid messages of its thread, and its broker counts as up while that runs", async () => {
  const server = await threadedServer({ DATABASE_URL: url });
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

  const isUp = () => seen("groundcrew_link_broker_up");
  expect(await isUp()).toBe(1);
  const [thread] = server.running;
  await thread?.terminate();
  expect(await isUp()).toBe(0);
  await expect.poll(isUp).toBe(1);
});

test("a server whose thread cannot listen does not start, and says why", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const address = other.address();
  const MQTT_PORT = String(address !== null && typeof address === "object" ? address.port : 0);
  await expect(embeddedServer({ DATABASE_URL: url, MQTT_THREADS: "1", MQTT_PORT })).rejects.toThrow(
    `The station link cannot listen on 127.0.0.1:${MQTT_PORT}: listen EADDRINUSE`,
  );
});
