import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { guardFrames, type GuardedSocket } from "./guard-frames.ts";

const LIMIT = 100_000;
/** More than the kernel buffers for a connection that is not read. */
const FRAMES = 640;

let server: Server;
let accepted: GuardedSocket[];

beforeEach(async () => {
  accepted = [];
  server = createServer((socket) => {
    accepted.push(guardFrames(socket, { first: LIMIT, every: LIMIT }, () => undefined));
    server.emit("accepted");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(() => {
  for (const { stream } of accepted) stream.destroy();
  server.close();
});

async function open() {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("not listening");
  const arrived = once(server, "accepted");
  const client = connect(address.port, "127.0.0.1");
  client.on("error", () => undefined);
  await arrived;
  const guarded = accepted.at(-1);
  if (!guarded) throw new Error("not accepted");
  const read = { bytes: 0 };
  guarded.stream.on("data", (chunk: Buffer) => (read.bytes += chunk.length));
  return { client, guarded, read };
}

/** A frame of 99,999 bytes after a header of four. */
const frame = Buffer.concat([Buffer.from([0x30, 0x9f, 0x8d, 0x06]), Buffer.alloc(99_999)]);

test("a paused connection is hardly read, and no data is lost", async () => {
  const [held, free] = [await open(), await open()];
  const release = held.guarded.hold();
  for (let sent = 0; sent < FRAMES; sent++) held.client.write(frame);
  for (let sent = 0; sent < FRAMES; sent++) free.client.write(frame);
  while (free.read.bytes < FRAMES * frame.length) await once(free.guarded.stream, "data");
  expect(held.read.bytes).toBeLessThan(10 * frame.length);
  release();
  while (held.read.bytes < FRAMES * frame.length) await once(held.guarded.stream, "data");
  expect(held.read.bytes).toBe(FRAMES * frame.length);
});

test("a connection that is held twice is read again after the second release", async () => {
  const { client, guarded, read } = await open();
  const [first, second] = [guarded.hold(), guarded.hold()];
  first();
  expect(guarded.stream.readableFlowing).toBe(true);
  client.write(frame);
  second();
  while (read.bytes < frame.length) await once(guarded.stream, "data");
  expect(read.bytes).toBe(frame.length);
});

test("what the broker writes arrives completely and in order", async () => {
  const { client, guarded } = await open();
  const chunks: Buffer[] = [];
  client.on("data", (chunk) => chunks.push(Buffer.from(chunk)));
  guarded.stream.cork();
  for (let part = 0; part < 100; part++) guarded.stream.write(Buffer.alloc(1_000, part));
  guarded.stream.uncork();
  guarded.stream.end();
  await once(client, "close");
  expect(Buffer.concat(chunks)).toEqual(
    Buffer.concat(Array.from({ length: 100 }, (_, part) => Buffer.alloc(1_000, part))),
  );
});
