import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { generate } from "mqtt-packet";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setImmediate as nextTick, setTimeout as sleep } from "node:timers/promises";
import { Connection, TIMEOUTS_MS, type EndReason, type TimeoutsMs } from "./connection.ts";
import type { Packet } from "./decode.ts";
import { connack, puback } from "./encode.ts";

/** More than any kernel buffers for a connection that is not read. */
const BUFFERED_BYTES = 64 * 1024 * 1024;
const FRAMES = 64;
const CONNECT = generate({
  cmd: "connect",
  protocolId: "MQTT",
  protocolVersion: 4,
  clientId: "a",
  clean: true,
  keepalive: 0,
});
const BYTES = 99_000;
const MESSAGE = generate({
  cmd: "publish",
  topic: "t",
  payload: Buffer.alloc(BYTES),
  qos: 0,
  retain: false,
  dup: false,
});

let server: Server;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  server.close();
});

type Opened = { client: Socket; socket: Socket; connection: Connection; packets: Packet[]; ends: (EndReason | null)[] };

/** A client, and the broker's end of its connection. */
async function open(
  onPacket: (packet: Packet, connection: Connection) => void = () => {},
  timeoutsMs: Partial<TimeoutsMs> = {},
): Promise<Opened> {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("not listening");
  const arrived = new Promise<Socket>((resolve) => void server.once("connection", resolve));
  const client = connect(address.port, "127.0.0.1");
  client.on("error", () => undefined);
  const socket = await arrived;
  sockets.push(client, socket);
  const packets: Packet[] = [];
  const ends: (EndReason | null)[] = [];
  const handler = {
    onPacket(packet: Packet) {
      packets.push(packet);
      onPacket(packet, connection);
    },
    onEnd: (reason: EndReason | null) => void ends.push(reason),
  };
  const connection: Connection = new Connection(socket, handler, { ...TIMEOUTS_MS, ...timeoutsMs });
  return { client, socket, connection, packets, ends };
}

const messages = (opened: Opened) => opened.packets.filter(({ kind }) => kind === "publish").length;

test("a held connection is hardly read, and nothing is lost", async () => {
  const [held, free] = [await open(), await open()];
  for (const { client } of [held, free]) client.write(CONNECT);
  await expect.poll(() => held.packets.length + free.packets.length).toBe(2);
  const release = held.connection.hold();
  for (let sent = 0; sent < FRAMES; sent++) for (const { client } of [held, free]) client.write(MESSAGE);
  await expect.poll(() => messages(free)).toBe(FRAMES);
  expect(messages(held)).toBeLessThan(10);
  release();
  await expect.poll(() => messages(held)).toBe(FRAMES);
});

test("a connection that is held twice is read again after the second release", async () => {
  const opened = await open();
  const [first, second] = [opened.connection.hold(), opened.connection.hold()];
  first();
  expect(opened.socket.isPaused()).toBe(true);
  opened.client.write(CONNECT);
  second();
  await expect.poll(() => opened.packets.length).toBe(1);
});

const waitForAnswer = (releases: (() => void)[]) => (packet: Packet, connection: Connection) => {
  if (packet.kind === "connect") releases.push(connection.wait(connack(3)));
};

test("while a connection waits, what arrives behind the first packet is not handled", async () => {
  const releases: (() => void)[] = [];
  const opened = await open(waitForAnswer(releases));
  const small = generate({
    cmd: "publish",
    topic: "t",
    payload: Buffer.alloc(2_000),
    qos: 0,
    retain: false,
    dup: false,
  });
  opened.client.write(Buffer.concat([CONNECT, small, small.subarray(0, 500)]));
  await expect.poll(() => releases.length).toBe(1);
  opened.client.write(small.subarray(500));
  await once(opened.socket, "data");
  opened.client.write(small);
  await once(opened.socket, "data");
  expect(opened.packets.map(({ kind }) => kind)).toEqual(["connect"]);
  releases[0]?.();
  expect(messages(opened)).toBe(3);
  opened.client.write(MESSAGE);
  await expect.poll(() => messages(opened)).toBe(4);
  expect(opened.ends).toEqual([]);
});

test("a client that sends more than 8 KiB before it is authenticated is disconnected, whether at once or in parts", async () => {
  const LIMIT = 8 * 1024;
  const connections = [];
  for (const { behind, later } of [
    { behind: LIMIT, later: 0 },
    { behind: LIMIT + 1, later: 0 },
    { behind: LIMIT, later: 1 },
    { behind: 0, later: LIMIT + 1 },
  ]) {
    const releases: (() => void)[] = [];
    const opened = await open(waitForAnswer(releases));
    opened.client.write(Buffer.concat([CONNECT, MESSAGE.subarray(0, behind)]));
    await expect.poll(() => releases.length).toBe(1);
    opened.client.write(MESSAGE.subarray(behind, behind + later));
    connections.push(opened);
  }
  const [within, ...beyond] = connections;
  for (const { ends } of beyond) await expect.poll(() => ends).toEqual(["unanswered_bytes"]);
  expect(within?.ends).toEqual([]);
});

test("a client whose authentication takes too long gets an answer, and its connection ends", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const releases: (() => void)[] = [];
  const [slow, quick] = [await open(waitForAnswer(releases)), await open(waitForAnswer(releases))];
  const received = once(slow.client, "data");
  for (const { client, socket } of [slow, quick]) {
    client.write(CONNECT);
    await once(socket, "data");
  }
  quick.connection.keepAlive(60);
  releases[1]?.();
  vi.advanceTimersByTime(29_999);
  expect(slow.ends).toEqual([]);
  vi.advanceTimersByTime(1);
  expect([slow.ends, quick.ends]).toEqual([["no_answer"], []]);
  expect((await received)[0]).toEqual(connack(3));
  releases[0]?.();
  expect(slow.ends).toEqual(["no_answer"]);
});

test("replies to packets that arrive together are sent together, in order", async () => {
  const opened = await open((packet, connection) => packet.kind === "publish" && connection.reply(puback(packet.id)));
  const writes = vi.spyOn(opened.socket, "write");
  const received: Buffer[] = [];
  opened.client.on("data", (chunk) => received.push(Buffer.from(chunk)));
  const message = (id: number) =>
    generate({ cmd: "publish", topic: "t", payload: "x", qos: 1, messageId: id, retain: false, dup: false });
  const ids = Array.from({ length: 1_000 }, (_, index) => index + 1);
  opened.client.write(Buffer.concat([CONNECT, ...ids.map(message)]));
  const expected = Buffer.concat(ids.map(puback));
  await expect.poll(() => Buffer.concat(received).length).toBe(expected.length);
  expect(Buffer.concat(received)).toEqual(expected);
  expect(writes.mock.calls.length).toBeLessThan(10);
});

test("a client that reads nothing is not read, and its connection ends after a while", async () => {
  const opened = await open(undefined, { read: 500, connect: 60_000 });
  opened.client.write(CONNECT);
  await expect.poll(() => opened.packets.length).toBe(1);
  opened.client.pause();
  const unsent: boolean[] = [];
  opened.connection.send(Buffer.alloc(BUFFERED_BYTES), (isSent) => unsent.push(isSent));
  expect([opened.socket.isPaused(), opened.ends]).toEqual([true, []]);
  await expect.poll(() => opened.ends).toEqual(["slow_reader"]);
  await expect.poll(() => unsent).toEqual([false]);
});

test("a client that reads slowly but steadily stays connected, however long that takes", async () => {
  const READ_MS = 500;
  const opened = await open(undefined, { read: READ_MS });
  let isSent: boolean | null = null;
  opened.client.pause();
  opened.connection.send(Buffer.alloc(BUFFERED_BYTES), (sent) => void (isSent = sent));
  const startMs = performance.now();
  while (performance.now() < startMs + 5 * READ_MS) {
    opened.client.read(16 * 1024);
    await nextTick();
    // It reads 5 MB a second.
    while (opened.client.bytesRead > (performance.now() - startMs) * 5_000) await sleep(5);
  }
  expect([isSent, opened.ends]).toEqual([null, []]);
  opened.client.resume();
  await expect.poll(() => isSent).toBe(true);
});

test("a client that reads again is read again", async () => {
  const opened = await open();
  opened.client.pause();
  const sent = new Promise<boolean>((resolve) => opened.connection.send(Buffer.alloc(20 * 1024 * 1024), resolve));
  expect(opened.socket.isPaused()).toBe(true);
  opened.client.write(CONNECT);
  opened.client.resume();
  expect(await sent).toBe(true);
  await expect.poll(() => opened.packets.length).toBe(1);
  expect(opened.ends).toEqual([]);
});

test("a connection without a CONNECT ends after ten seconds, and one with a keep-alive 1.5 times that after its last packet", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const [silent, opened] = [await open(), await open((_, connection) => connection.keepAlive(30))];
  opened.client.write(CONNECT);
  await once(opened.socket, "data");
  vi.advanceTimersByTime(10_000);
  expect([silent.ends, opened.ends]).toEqual([["no_connect"], []]);
  vi.advanceTimersByTime(30_000);
  opened.client.write(generate({ cmd: "pingreq" }));
  await once(opened.socket, "data");
  vi.advanceTimersByTime(44_999);
  expect(opened.ends).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(opened.ends).toEqual(["keep_alive"]);
});

test("the time in which a connection is held does not count for its keep-alive", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const opened = await open((_, connection) => connection.keepAlive(30));
  opened.client.write(CONNECT);
  await once(opened.socket, "data");
  const release = opened.connection.hold();
  vi.advanceTimersByTime(100_000);
  release();
  vi.advanceTimersByTime(44_999);
  expect(opened.ends).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(opened.ends).toEqual(["keep_alive"]);
});

test("a connection ends once, and sends its last packet before", async () => {
  const opened = await open();
  const received = once(opened.client, "data");
  const closed = once(opened.client, "close");
  opened.connection.end("not_allowed", puback(7));
  opened.connection.end("replaced");
  expect((await received)[0]).toEqual(puback(7));
  await closed;
  expect(opened.ends).toEqual(["not_allowed"]);
  let isSent = true;
  opened.connection.send(puback(8), (sent) => void (isSent = sent));
  expect(isSent).toBe(false);
});
