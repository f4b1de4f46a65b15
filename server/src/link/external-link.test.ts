import { once } from "node:events";
import { connect as dial, createServer, type Server, type Socket } from "node:net";
import { topicOf } from "@groundcrew/shared/link";
import { Aedes } from "aedes";
import { pino } from "pino";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../test/free-port.ts";
import { connectStation, say } from "../../test/station.ts";
import { externalLink } from "./external-link.ts";
import type { Link } from "./link.ts";

const NAME = "gc-0123456789ab";
const log = pino({ level: "silent" });

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

/** A broker of others. It knows no shared subscriptions, so a group of one subscriber is taken for that subscriber. */
async function openBroker(on: number): Promise<void> {
  broker = await Aedes.createBroker({
    authorizeSubscribe: (_, subscription, done) => {
      filters.push(subscription.topic);
      done(null, { ...subscription, topic: subscription.topic.replace(/^\$share\/[^/]+\//, "") });
    },
  });
  server = createServer(broker.handle);
  server.listen(on, "127.0.0.1");
  await once(server, "listening");
  port = on;
}

async function closeBroker(): Promise<void> {
  const closed = once(server, "close");
  server.close();
  await new Promise<void>((resolve) => {
    broker.close(resolve);
  });
  await closed;
}

function openLink({ url = `mqtt://127.0.0.1:${port}`, server: name = "one", patienceMs = 60_000 } = {}): Link {
  const opened = externalLink({ url, server: name, group: "a secret", patienceMs, now: () => 7, log });
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

test("what stations say reaches the server over a broker of others", async () => {
  const client = await connectStation(port, NAME);
  await say(client, "birth", { a: 1 });
  await say(client, "tele", { b: 2 });
  await until(2);
  expect(received).toEqual([`${NAME} birth {"a":1} at 7`, `${NAME} tele {"b":2} at 7`]);
  await client.endAsync();
});

test("servers share what stations say, but every server gets the answers to commands, since one of them asked", () => {
  const [shared, alone] = [true, false].map((isShared) =>
    filters.filter((filter) => filter.startsWith("$share/") === isShared),
  );
  expect(shared?.map((filter) => filter.split("/").slice(2).join("/"))).toContain("st/1/+/tele");
  expect(alone?.toSorted()).toEqual(["st/1/+/cmd_ack", "st/1/+/cmd_progress"]);
});

test("a lost connection is told by the station's will", async () => {
  const will = { topic: topicOf(NAME, "death"), payload: Buffer.from("{}"), qos: 1 as const };
  const client = await connectStation(port, NAME, { will });
  client.stream.destroy();
  await until(1);
  expect(received).toEqual([`${NAME} death {} at 7`]);
});

test("what the server publishes reaches the station", async () => {
  const client = await connectStation(port, NAME);
  await client.subscribeAsync(topicOf(NAME, "birth_ack"), { qos: 1 });
  const heard = new Promise<string>((resolve) => {
    client.once("message", (topic, payload) => resolve(`${topic} ${payload.toString()}`));
  });
  expect(await link.publish(topicOf(NAME, "birth_ack"), "welcome")).toBe(true);
  expect(await heard).toBe(`${topicOf(NAME, "birth_ack")} welcome`);
  await client.endAsync();
});

test("after the broker was away the server is there again, and meanwhile says that it is not", async () => {
  expect(link.connected()).toBe(true);
  await closeBroker();
  await expect.poll(() => link.connected()).toBe(false);
  expect(await link.publish(topicOf(NAME, "cmd"), "x")).toBe(false);
  const subscribed = new Promise<void>((resolve) => {
    void openBroker(port).then(() => broker.once("subscribe", () => resolve()));
  });
  await subscribed;
  const client = await connectStation(port, NAME);
  await say(client, "tele", { c: 3 });
  await until(1);
  expect(received).toEqual([`${NAME} tele {"c":3} at 7`]);
  await client.endAsync();
});

/** A way to the broker that can be stopped with its connections open, as they are when a broker hangs. */
async function openWay() {
  const sockets: Socket[] = [];
  const way = createServer((near) => {
    const far = dial(port, "127.0.0.1");
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on("error", () => {});
    sockets.push(near, far);
  }).listen(0, "127.0.0.1");
  await once(way, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    way.close();
  });
  return {
    url: `mqtt://127.0.0.1:${portOf(way)}`,
    freeze: () => sockets.forEach((socket) => socket.pause()),
    thaw: () => sockets.forEach((socket) => socket.resume()),
  };
}

test("a broker that hangs is soon known not to answer, although its connection stays, and to answer again", async () => {
  const way = await openWay();
  const hanging = openLink({ url: way.url, server: "two" });
  onTestFinished(() => hanging.stop());
  await hanging.start();
  expect(hanging.connected()).toBe(true);
  way.freeze();
  // Within 8 s; the connection itself would be given up after 45 s.
  await expect.poll(() => hanging.connected(), { timeout: 30_000 }).toBe(false);
  way.thaw();
  await expect.poll(() => hanging.connected(), { timeout: 60_000 }).toBe(true);
}, 120_000);

test("a broker is not taken for hung while messages are held back and its answers are not read", async () => {
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
  await say(client, "event", {});
  await held.promise;
  const before = pings;
  // More than may be without an answer.
  await expect.poll(() => pings - before, { timeout: 60_000 }).toBeGreaterThan(5);
  expect(link.connected()).toBe(true);
  resolve();
  await say(client, "tele", { d: 4 });
  await until(1);
  expect(link.connected()).toBe(true);
  await client.endAsync();
});

test("a broker that cannot be reached is a sentence", async () => {
  const failing = openLink({ url: "mqtt://127.0.0.1:1", patienceMs: 500 });
  await expect(failing.start()).rejects.toThrow(/^The MQTT broker of MQTT_URL cannot be used: .+\.$/);
  await failing.stop();
});

test("a broker that is not there yet is waited for where it may be, with one line a minute and no stack", async () => {
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
    url: `mqtt://127.0.0.1:${portOf(away)}`,
    server: "two",
    group: "a secret",
    patienceMs: 10,
    startsWithout: true,
    now: () => clock.ms,
    log: pino({ level: "info" }, { write: (line) => void lines.push(line) }),
  });
  onTestFinished(() => waiting.stop());
  await waiting.start();
  expect(waiting.connected()).toBe(false);
  await expect.poll(() => tries, { timeout: 30_000 }).toBeGreaterThan(2);
  expect(lines).toEqual([expect.stringContaining("the MQTT broker is away; trying again every second")]);
  expect(lines[0]).not.toContain("stack");
  clock.ms += 60_000;
  await expect.poll(() => lines.length, { timeout: 30_000 }).toBe(2);
});

test("a stopped link handles nothing more", async () => {
  await link.stop();
  const client = await connectStation(port, NAME);
  await say(client, "tele", {});
  await client.endAsync();
  expect([link.connected(), received]).toEqual([false, []]);
});
