import { connect, type Socket } from "node:net";
import { topicOf } from "@groundcrew/shared/link";
import { generate, parser, type IPublishPacket, type Packet } from "mqtt-packet";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { embeddedLink, type EmbeddedLink } from "../embedded-link.ts";

const NAME = "gc-0123456789ab";
const [CMD, TELE] = [topicOf(NAME, "cmd"), topicOf(NAME, "tele")];

let link: EmbeddedLink;
let received: string[];
let lost: string[];
/** Ends the lookup of a secret. */
let answerLookup: PromiseWithResolvers<void>;
let clients: Socket[];

beforeEach(async () => {
  [received, lost, clients] = [[], [], []];
  answerLookup = Promise.withResolvers();
  link = embeddedLink({
    host: "127.0.0.1",
    port: 0,
    now: Date.now,
    log: pino({ level: "silent" }),
    async authenticate() {
      await answerLookup.promise;
      return { verdict: "accepted", epoch: 1 };
    },
  });
  for (const topic of ["tele", "death"] as const) {
    link.handle(topic, ({ payload }) => void received.push(`${topic} ${Buffer.from(payload).toString()}`));
  }
  link.handleLost((station) => void lost.push(station));
  await link.start();
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  await link.stop();
});

/** A client that writes packets as they are, and the packets it receives. */
function open() {
  const socket = connect(link.port(), "127.0.0.1");
  clients.push(socket);
  const packets: Packet[] = [];
  const read = parser({ protocolVersion: 4 });
  read.on("packet", (packet) => packets.push(packet));
  socket.on("data", (chunk) => read.parse(chunk));
  socket.on("error", () => undefined);
  return {
    packets,
    send: (...sent: Packet[]) => void socket.write(Buffer.concat(sent.map((packet) => generate(packet)))),
    close: () => socket.destroy(),
    isClosed: () => socket.closed,
  };
}

const CONNECT: Packet = {
  cmd: "connect",
  protocolId: "MQTT",
  protocolVersion: 4,
  clientId: NAME,
  username: NAME,
  password: Buffer.from("secret"),
  clean: true,
  keepalive: 60,
  will: { topic: topicOf(NAME, "death"), payload: Buffer.from("gone"), qos: 1, retain: false },
};

function message(payload: string, { topic = TELE, messageId = 1 } = {}): IPublishPacket {
  return { cmd: "publish", topic, payload, qos: 1, messageId, retain: false, dup: false };
}

test("packets that are sent without waiting for CONNACK are handled after it, in order", async () => {
  const client = open();
  const subscribe: Packet = { cmd: "subscribe", messageId: 9, subscriptions: [{ topic: CMD, qos: 1 }] };
  client.send(CONNECT, subscribe, message("a", { messageId: 10 }), { cmd: "pingreq" });
  expect(client.packets).toEqual([]);
  answerLookup.resolve();
  await expect.poll(() => client.packets.length).toBe(4);
  expect(client.packets).toMatchObject([
    { cmd: "connack", returnCode: 0 },
    { cmd: "suback", messageId: 9, granted: [1] },
    { cmd: "puback", messageId: 10 },
    { cmd: "pingresp" },
  ]);
  expect(received).toEqual(["tele a"]);
});

test("each subscription of a packet is granted or rejected, and messages arrive at its QoS until it is cancelled", async () => {
  answerLookup.resolve();
  const client = open();
  const [ack, foreign] = [topicOf(NAME, "event_ack"), topicOf("gc-ba9876543210", "cmd")];
  const subscriptions = [
    { topic: CMD, qos: 0 as const },
    { topic: foreign, qos: 1 as const },
    { topic: ack, qos: 2 as const },
  ];
  client.send(CONNECT, { cmd: "subscribe", messageId: 1, subscriptions });
  await expect.poll(() => client.packets[1]).toMatchObject({ cmd: "suback", granted: [0, 128, 1] });
  expect(await link.publish(CMD, "do")).toBe(true);
  expect(await link.publish(ack, "first")).toBe(true);
  expect(await link.publish(ack, "second")).toBe(true);
  expect(await link.publish(foreign, "not yours")).toBe(false);
  await expect.poll(() => client.packets.length).toBe(5);
  expect(client.packets.slice(2)).toMatchObject([
    { cmd: "publish", topic: CMD, qos: 0, payload: Buffer.from("do") },
    { cmd: "publish", topic: ack, qos: 1, messageId: 1, payload: Buffer.from("first") },
    { cmd: "publish", topic: ack, qos: 1, messageId: 2, payload: Buffer.from("second") },
  ]);
  client.send({ cmd: "unsubscribe", messageId: 5, unsubscriptions: [CMD] });
  await expect.poll(() => client.packets[5]).toMatchObject({ cmd: "unsuback", messageId: 5 });
  expect(await link.publish(CMD, "again")).toBe(false);
});

test("a client that disconnects has no will, and one that is replaced has", async () => {
  answerLookup.resolve();
  const first = open();
  first.send(CONNECT, message("a"), { cmd: "disconnect" });
  await expect.poll(() => lost).toEqual([NAME]);
  expect(received).toEqual(["tele a"]);

  const second = open();
  second.send(CONNECT);
  await expect.poll(() => second.packets.length).toBe(1);
  const third = open();
  third.send(CONNECT, message("c"));
  await expect.poll(() => received).toEqual(["tele a", "death gone", "tele c"]);
  expect(lost).toEqual([NAME, NAME]);
  await expect.poll(() => second.isClosed()).toBe(true);
  expect(third.isClosed()).toBe(false);
});

test("a client that is gone before its secret was looked up leaves nothing behind", async () => {
  const gone = open();
  gone.send(CONNECT);
  gone.close();
  await expect.poll(() => gone.isClosed()).toBe(true);
  answerLookup.resolve();
  const client = open();
  client.send(CONNECT, message("b"));
  await expect.poll(() => received).toContain("tele b");
  expect(client.isClosed()).toBe(false);
});

test("a second CONNECT ends the connection", async () => {
  answerLookup.resolve();
  const client = open();
  client.send(CONNECT, CONNECT);
  await expect.poll(() => client.isClosed()).toBe(true);
  expect(received).toEqual(["death gone"]);
});

test("at most 100 unsent messages wait for a station", async () => {
  answerLookup.resolve();
  const client = open();
  client.send(CONNECT, { cmd: "subscribe", messageId: 1, subscriptions: [{ topic: CMD, qos: 1 }] });
  await expect.poll(() => client.packets.length).toBe(2);
  const sent = Array.from({ length: 101 }, () => link.publish(CMD, "x".repeat(1_000)));
  expect((await Promise.all(sent)).filter((isSent) => !isSent)).toHaveLength(1);
});
