import { once } from "node:events";
import { connect as connectTo, createServer, type Server, type Socket } from "node:net";
import { topicOf } from "@groundcrew/shared/link";
import { Aedes } from "aedes";
import { pino } from "pino";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../test/free-port.ts";
import { metric } from "../../../test/metrics.ts";
import { connectStation, sendMessage } from "../../../test/station.ts";
import { externalLink } from "./external-link.ts";
import type { Link } from "./link.ts";

const NAME = "gc-0123456789ab";
const log = pino({ level: "silent" });
const QUICK = { group: "a secret", pingEveryMs: 50, retryMs: 50 };

let server: Server;
let broker: Aedes;
let link: Link;
let received: string[];
/** What servers have subscribed to. */
let filters: string[];
let port: number;

beforeEach(async () => {
  received = [];
  filters = [];
  await openBroker(await freePort());
  link = openLink();
  await link.start();
});

afterEach(async () => {
  await link.stop();
  await closeBroker();
});

/** An external broker. Aedes has no shared subscriptions, so a shared one is treated as a plain one. */
async function openBroker(onPort: number): Promise<void> {
  broker = await Aedes.createBroker({
    authorizeSubscribe: (_, subscription, done) => {
      filters.push(subscription.topic);
      done(null, { ...subscription, topic: subscription.topic.replace(/^\$share\/[^/]+\//, "") });
    },
  });
  server = createServer(broker.handle);
  server.listen(onPort, "127.0.0.1");
  await once(server, "listening");
  port = onPort;
}

async function closeBroker(): Promise<void> {
  const closed = once(server, "close");
  server.close();
  await new Promise<void>((resolve) => {
    broker.close(resolve);
  });
  await closed;
}

function openLink({ url = `mqtt://127.0.0.1:${port}`, server: name = "one", startTimeoutMs = 60_000 } = {}): Link {
  const opened = externalLink({ ...QUICK, url, server: name, startTimeoutMs, now: () => 7, log });
  for (const topic of ["birth", "death", "tele"] as const) {
    opened.handle(topic, ({ station, payload, receivedAt }) => {
      received.push(`${station} ${topic} ${Buffer.from(payload).toString()} at ${receivedAt}`);
      server.emit("received");
    });
  }
  return opened;
}

function portOf(listening: Server): number {
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  return address.port;
}

async function until(count: number): Promise<void> {
  while (received.length < count) await once(server, "received");
}

test("messages of stations reach the server over an external broker", async () => {
  const client = await connectStation(port, NAME);
  await sendMessage(client, "birth", { a: 1 });
  await sendMessage(client, "tele", { b: 2 });
  await until(2);
  expect(received).toEqual([`${NAME} birth {"a":1} at 7`, `${NAME} tele {"b":2} at 7`]);
  await client.endAsync();
});

test("servers share the messages of stations, but every server gets all answers to commands", () => {
  const [shared, alone] = [true, false].map((isShared) =>
    filters.filter((filter) => filter.startsWith("$share/") === isShared),
  );
  expect(shared?.map((filter) => filter.split("/").slice(2).join("/"))).toContain("st/1/+/tele");
  expect(alone?.toSorted()).toEqual(["st/1/+/cmd_ack", "st/1/+/cmd_progress"]);
});

test("a lost connection is reported by the station's will", async () => {
  const will = { topic: topicOf(NAME, "death"), payload: Buffer.from("{}"), qos: 1 as const };
  const client = await connectStation(port, NAME, { will });
  client.stream.destroy();
  await until(1);
  expect(received).toEqual([`${NAME} death {} at 7`]);
});

test("what the server publishes reaches the station", async () => {
  const client = await connectStation(port, NAME);
  await client.subscribeAsync(topicOf(NAME, "birth_ack"), { qos: 1 });
  const message = new Promise<string>((resolve) => {
    client.once("message", (topic, payload) => resolve(`${topic} ${payload.toString()}`));
  });
  expect(await link.publish(topicOf(NAME, "birth_ack"), "welcome")).toBe(true);
  expect(await message).toBe(`${topicOf(NAME, "birth_ack")} welcome`);
  await client.endAsync();
});

test("the link reports that it is disconnected while the broker is down, and works again afterwards", async () => {
  expect(link.connected()).toBe(true);
  expect(await metric("groundcrew_link_broker_up")).toBe(1);
  await closeBroker();
  await expect.poll(() => link.connected()).toBe(false);
  expect(await metric("groundcrew_link_broker_up")).toBe(0);
  expect(await link.publish(topicOf(NAME, "cmd"), "x")).toBe(false);
  const subscribed = new Promise<void>((resolve) => {
    void openBroker(port).then(() => broker.once("subscribe", () => resolve()));
  });
  await subscribed;
  const client = await connectStation(port, NAME);
  await sendMessage(client, "tele", { c: 3 });
  await until(1);
  expect(received).toEqual([`${NAME} tele {"c":3} at 7`]);
  expect(await metric("groundcrew_link_broker_up")).toBe(1);
  await client.endAsync();
});

/** A proxy to the broker that can be frozen with its connections open, as when a broker hangs. */
async function openProxy() {
  const sockets: Socket[] = [];
  const proxy = createServer((fromServer) => {
    const toBroker = connectTo(port, "127.0.0.1");
    fromServer.pipe(toBroker).pipe(fromServer);
    for (const socket of [fromServer, toBroker]) socket.on("error", () => {});
    sockets.push(fromServer, toBroker);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return {
    url: `mqtt://127.0.0.1:${portOf(proxy)}`,
    freeze: () => sockets.forEach((socket) => socket.pause()),
    thaw: () => sockets.forEach((socket) => socket.resume()),
  };
}

test("a broker that hangs counts as disconnected although its connection stays open, and as connected when it answers again", async () => {
  const proxy = await openProxy();
  const hanging = openLink({ url: proxy.url, server: "two" });
  onTestFinished(() => hanging.stop());
  await hanging.start();
  expect(hanging.connected()).toBe(true);
  proxy.freeze();
  // The connection itself would be given up after 45 s.
  await expect.poll(() => hanging.connected()).toBe(false);
  proxy.thaw();
  await expect.poll(() => hanging.connected()).toBe(true);
});

test("a broker does not count as hung while messages are held back and its answers are not read", async () => {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let pings = 0;
  link.handle("event", () => {
    held.resolve();
    return release;
  });
  const client = await connectStation(port, NAME);
  broker.on("ping", (_, { id }) => {
    if (id === "groundcrew-one") pings++;
  });
  await sendMessage(client, "event", {});
  await held.promise;
  const before = pings;
  // More than may be unanswered.
  await expect.poll(() => pings - before).toBeGreaterThan(5);
  expect(link.connected()).toBe(true);
  resolve();
  await sendMessage(client, "tele", { d: 4 });
  await until(1);
  expect(link.connected()).toBe(true);
  await client.endAsync();
});

test("a broker that cannot be reached fails with a clear message", async () => {
  const failing = openLink({ url: "mqtt://127.0.0.1:1", startTimeoutMs: 500 });
  await expect(failing.start()).rejects.toThrow(/^The MQTT broker of MQTT_URL cannot be used: .+\.$/);
  await failing.stop();
});

test("a start that tolerates a missing broker retries, with one log line a minute and no stack", async () => {
  const lines: string[] = [];
  const clock = { ms: 0 };
  let tries = 0;
  const away = createServer((socket) => {
    tries++;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(away, "listening");
  onTestFinished(() => void away.close());
  const waiting = externalLink({
    ...QUICK,
    url: `mqtt://127.0.0.1:${portOf(away)}`,
    server: "two",
    startTimeoutMs: 10,
    canStartWithout: true,
    now: () => clock.ms,
    log: pino({ level: "info" }, { write: (line) => void lines.push(line) }),
  });
  onTestFinished(() => waiting.stop());
  await waiting.start();
  expect(waiting.connected()).toBe(false);
  await expect.poll(() => tries).toBeGreaterThan(2);
  expect(lines).toEqual([expect.stringContaining("the MQTT broker is unreachable; retrying every second")]);
  expect(lines[0]).not.toContain("stack");
  clock.ms += 60_000;
  await expect.poll(() => lines.length).toBe(2);
});

test("a stopped link handles no further messages", async () => {
  await link.stop();
  const client = await connectStation(port, NAME);
  await sendMessage(client, "tele", {});
  await client.endAsync();
  expect([link.connected(), received]).toEqual([false, []]);
});

test("a clean stop is not logged as an unreachable broker", async () => {
  const lines: string[] = [];
  const stopped = externalLink({
    url: `mqtt://127.0.0.1:${port}`,
    server: "two",
    group: "a secret",
    now: () => 7,
    log: pino({ level: "info" }, { write: (line) => void lines.push(line) }),
  });
  await stopped.start();
  await stopped.stop();
  expect(lines).toEqual([]);
});
