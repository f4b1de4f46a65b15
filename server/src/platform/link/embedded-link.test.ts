import { once } from "node:events";
import { connect } from "node:net";
import { topicOf } from "@groundcrew/shared/link";
import type { MqttClient } from "mqtt";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectStation, sendMessage } from "../../../test/station.ts";
import { embeddedLink, type EmbeddedLink } from "./embedded-link.ts";
import type { Verdict } from "./link.ts";
import type { Received } from "./message-reader.ts";

const NAME = "gc-0123456789ab";
const OTHER = "gc-ba9876543210";
const now = Date.parse("2026-03-01T12:00:00.000Z");

let link: EmbeddedLink;
let verdict: Verdict | Error;
let received: Received[];
let lost: string[];
let listeners: (() => void)[];

beforeEach(async () => {
  verdict = "accepted";
  received = [];
  lost = [];
  listeners = [];
  link = embeddedLink({
    host: "127.0.0.1",
    port: 0,
    now: () => now,
    log: pino({ level: "silent" }),
    authenticate: async (station, secret) => {
      if (verdict instanceof Error) throw verdict;
      return { verdict: secret === `secret-of-${station}` ? verdict : "wrong_secret", epoch: 1 };
    },
  });
  for (const topic of ["birth", "death", "tele"] as const) {
    link.handle(topic, (message) => {
      received.push(message);
      for (const notify of listeners) notify();
    });
  }
  link.handleLost((station) => {
    lost.push(station);
    for (const notify of listeners) notify();
  });
  await link.start();
});

afterEach(() => link.stop());

function closing(client: MqttClient): Promise<void> {
  return new Promise((resolve) => {
    client.once("close", resolve);
  });
}

function nextMessage(client: MqttClient): Promise<string> {
  return new Promise((resolve) => {
    client.once("message", (topic, payload) => resolve(`${topic} ${payload.toString()}`));
  });
}

/** Waits until a condition is true, and checks it after each message and each lost connection. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise<void>((resolve) => listeners.push(resolve));
}

const station = (name = NAME, options = {}) => connectStation(link.port(), name, options);
const bodies = () => received.map(({ topic, payload }) => `${topic} ${Buffer.from(payload).toString()}`);

test("a station's messages are delivered with its name, topic, bytes and the server's time", async () => {
  const client = await station();
  await sendMessage(client, "tele", { a: 1 });
  await until(() => received.length === 1);
  expect(received[0]).toMatchObject({ station: NAME, topic: "tele", receivedAt: now });
  expect(bodies()).toEqual(['tele {"a":1}']);
  await client.endAsync();
});

test("what the server publishes reaches a station that subscribed, and publishing reports a missing subscriber", async () => {
  expect(await link.publish(topicOf(NAME, "birth_ack"), "too early")).toBe(false);
  const client = await station();
  expect(await link.publish(topicOf(NAME, "birth_ack"), "not subscribed")).toBe(false);
  await client.subscribeAsync(topicOf(NAME, "birth_ack"), { qos: 1 });
  const receivedMessages = nextMessage(client);
  expect(await link.publish(topicOf(NAME, "birth_ack"), "welcome")).toBe(true);
  expect(await receivedMessages).toBe(`${topicOf(NAME, "birth_ack")} welcome`);
  await client.endAsync();
});

test.each<{ verdict: Verdict | Error; options: object; code: number }>([
  { verdict: "unknown", options: {}, code: 5 },
  { verdict: "disabled", options: {}, code: 5 },
  { verdict: "accepted", options: { password: "wrong" }, code: 4 },
  { verdict: "accepted", options: { username: OTHER }, code: 4 },
  { verdict: new Error("the database is unavailable"), options: {}, code: 3 },
])(
  "a station is rejected with code $code when it is $verdict with $options",
  async ({ verdict: next, options, code }) => {
    verdict = next;
    await expect(station(NAME, options)).rejects.toMatchObject({ code });
  },
);

test("rejected connections are listed with the reason until the station is accepted", async () => {
  verdict = "unknown";
  await expect(station()).rejects.toMatchObject({ code: 5 });
  expect(link.rejectedConnections()).toMatchObject([{ station: NAME, reason: "unknown", tries: 1 }]);
  verdict = "accepted";
  const client = await station();
  expect(link.rejectedConnections()).toEqual([]);
  await client.endAsync();
});

test.each(["$SYS/x", "gc-/../x", "A", "x".repeat(65)])("a client with the name %j is rejected", async (name) => {
  await expect(station(name)).rejects.toMatchObject({ code: 4 });
});

test.each([
  { topic: topicOf(OTHER, "tele"), why: "of another station" },
  { topic: topicOf(NAME, "cmd"), why: "only the server writes" },
  { topic: `st/1/${NAME}/secrets`, why: "that does not exist" },
  { topic: `st/1/${NAME}/tele/more`, why: "below a known one" },
  { topic: "$SYS/broker/clients", why: "of the broker" },
  { topic: "tele", why: "outside the tree" },
])("publishing to a topic $why ends the connection and reaches nobody", async ({ topic }) => {
  const [client, observer] = await Promise.all([station(), station(OTHER)]);
  const closed = closing(client);
  client.publish(topic, "hello", { qos: 1 }, () => undefined);
  await closed;
  await sendMessage(observer, "tele", "fence");
  await until(() => received.length > 0);
  expect(bodies()).toEqual(['tele "fence"']);
  await observer.endAsync();
});

test.each([
  { message: "a retained message", options: { retain: true } },
  { message: "a message at QoS 2", options: { qos: 2 as const } },
])("$message ends the connection", async ({ options }) => {
  const client = await station();
  const closed = closing(client);
  client.publish(topicOf(NAME, "tele"), "forever", options, () => undefined);
  await closed;
  expect(received).toEqual([]);
});

test.each([
  `st/1/${NAME}/#`,
  `st/1/${NAME}/+`,
  "#",
  "st/1/+/cmd",
  "$SYS/#",
  "$share/groundcrew/st/1/+/tele",
  topicOf(OTHER, "cmd"),
  topicOf(NAME, "tele"),
])("subscribing to %s is rejected and the connection stays open", async (filter) => {
  const client = await station();
  await expect(client.subscribeAsync(filter, { qos: 1 })).rejects.toMatchObject({ packet: { granted: [128] } });
  await sendMessage(client, "tele", "still here");
  await until(() => received.length === 1);
  await client.endAsync();
});

test("a station does not receive what is sent to another one", async () => {
  const [client, other] = await Promise.all([station(), station(OTHER)]);
  const receivedMessages: string[] = [];
  client.on("message", (topic) => receivedMessages.push(topic));
  await client.subscribeAsync(topicOf(NAME, "cmd"), { qos: 1 });
  await other.subscribeAsync(topicOf(OTHER, "cmd"), { qos: 1 });
  await link.publish(topicOf(OTHER, "cmd"), "for the other");
  const own = nextMessage(client);
  await link.publish(topicOf(NAME, "cmd"), "for this one");
  await own;
  expect(receivedMessages).toEqual([topicOf(NAME, "cmd")]);
  await Promise.all([client.endAsync(), other.endAsync()]);
});

test("a broken connection delivers the station's will as its death, and reports the station as lost", async () => {
  const client = await station(NAME, { will: { topic: topicOf(NAME, "death"), payload: '{"v":1,"boot":7}', qos: 1 } });
  client.stream.destroy();
  await until(() => lost.length === 1 && received.length === 1);
  expect(bodies()).toEqual(['death {"v":1,"boot":7}']);
  expect(lost).toEqual([NAME]);
});

test.each([
  { topic: topicOf(OTHER, "death"), payload: "{}" },
  { topic: topicOf(NAME, "tele"), payload: "{}" },
  { topic: topicOf(NAME, "death"), payload: "{}", retain: true },
  { topic: topicOf(NAME, "death"), payload: "{}", qos: 0 },
  { topic: topicOf(NAME, "death"), payload: "x".repeat(1_025) },
])("a will on $topic that is not a plain death message is rejected", async (will) => {
  await expect(station(NAME, { will: { qos: 1, ...will } })).rejects.toMatchObject({ code: 5 });
});

test("the same station connecting again takes over from its earlier connection", async () => {
  const first = await station();
  const closed = closing(first);
  const second = await station();
  await closed;
  expect(lost).toEqual([NAME]);
  await second.subscribeAsync(topicOf(NAME, "cmd"), { qos: 1 });
  expect(await link.publish(topicOf(NAME, "cmd"), "x")).toBe(true);
  second.stream.destroy();
  await until(() => lost.length === 2);
  expect(await link.publish(topicOf(NAME, "cmd"), "x")).toBe(false);
});

test("a persistent session is not granted, and nothing waits for a station that is offline", async () => {
  const client = await station(NAME, { clean: false });
  await client.subscribeAsync(topicOf(NAME, "cmd"), { qos: 1 });
  client.stream.destroy();
  await until(() => lost.length === 1);
  expect(await link.publish(topicOf(NAME, "cmd"), "while offline")).toBe(false);
  const again = await station(NAME, { clean: false });
  const receivedMessages: string[] = [];
  again.on("message", (_, payload) => receivedMessages.push(payload.toString()));
  await again.subscribeAsync(topicOf(NAME, "cmd"), { qos: 1 });
  const next = nextMessage(again);
  await link.publish(topicOf(NAME, "cmd"), "now");
  await next;
  expect(receivedMessages).toEqual(["now"]);
  await again.endAsync();
});

test("a message of 200 KB is delivered, and a frame of a megabyte ends the connection", async () => {
  const client = await station();
  await sendMessage(client, "tele", Buffer.alloc(200 * 1024, "x"));
  await until(() => received.length === 1);
  expect(received[0]?.payload.length).toBe(200 * 1024);
  const closed = closing(client);
  client.publish(topicOf(NAME, "tele"), Buffer.alloc(1024 * 1024), { qos: 1 }, () => undefined);
  await closed;
  expect(received).toHaveLength(1);
});

test.each([
  { bytes: Buffer.from("GET / HTTP/1.1\r\n\r\n"), what: "a web request" },
  { bytes: Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]), what: "a frame of 256 MB" },
  { bytes: Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff]), what: "an endless length" },
  { bytes: Buffer.from([0x30, 0x03, 0x00, 0x01, 0x61]), what: "a publication before any connection" },
  { bytes: Buffer.alloc(4_096, 0xff), what: "noise" },
])("$what ends that connection and no other", async ({ bytes }) => {
  const client = await station();
  const socket = connect(link.port(), "127.0.0.1");
  const closed = once(socket, "close");
  socket.on("error", () => undefined);
  socket.resume();
  socket.write(bytes);
  await closed;
  await sendMessage(client, "tele", "unharmed");
  await until(() => received.length > 0);
  expect(bodies()).toEqual(['tele "unharmed"']);
  await client.endAsync();
});

test("a handler that throws does not affect later messages", async () => {
  link.handle("birth", () => {
    throw new Error("a failing handler");
  });
  const client = await station();
  await sendMessage(client, "birth", {});
  await sendMessage(client, "tele", "next");
  await until(() => received.length === 1);
  expect(bodies()).toEqual(['tele "next"']);
  await client.endAsync();
});

test("a link whose port is in use fails with a clear message", async () => {
  const second = embeddedLink({
    host: "127.0.0.1",
    port: link.port(),
    now: () => now,
    log: pino({ level: "silent" }),
    authenticate: async () => ({ verdict: "accepted", epoch: 1 }),
  });
  await expect(second.start()).rejects.toThrow(`The station link cannot listen on 127.0.0.1:${link.port()}`);
  await second.stop();
});

test("a stopped link has closed its connections and handles no further messages or wills", async () => {
  const client = await station(NAME, { will: { topic: topicOf(NAME, "death"), payload: "{}", qos: 1 } });
  const closed = closing(client);
  await link.stop();
  await closed;
  expect(link.connected()).toBe(false);
  expect(received).toEqual([]);
  expect(lost).toEqual([]);
});
