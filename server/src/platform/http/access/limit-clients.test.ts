import { once } from "node:events";
import { connect, type Socket } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { limitClients } from "./limit-clients.ts";

/** A server that allows a client two connections and requests; requests for `/later` wait until `release` is called. */
async function open(trustProxy: string[] = []) {
  const warned: unknown[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const app = fastify({ trustProxy: trustProxy.length > 0 ? trustProxy : false });
  limitClients(app, { trustProxy, log: { warn: (fields: unknown) => void warned.push(fields) }, limit: 2 });
  app.get("/", () => "now");
  app.get("/later", async () => {
    await gate;
    return "later";
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const port = Number(new URL(app.listeningOrigin).port);
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  async function openConnection(): Promise<Socket> {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    await once(socket, "connect");
    return socket;
  }
  return { app, openConnection, release, warned };
}

/** Whether a connection is answered. */
async function isServed(socket: Socket): Promise<boolean> {
  const ended = once(socket, "close").then(() => false);
  const answered = once(socket, "data").then(() => true);
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  return Promise.race([ended, answered]);
}

test("the number of connections of an address is limited, and another one is accepted when one has ended", async () => {
  const { openConnection, warned } = await open();
  const [first, second] = [await openConnection(), await openConnection()];
  expect([await isServed(first), await isServed(second)]).toEqual([true, true]);
  expect(await isServed(await openConnection())).toBe(false);
  expect(await isServed(await openConnection())).toBe(false);
  expect(warned).toEqual([{ address: "127.0.0.1", limit: 2 }]);
  first.destroy();
  await once(first, "close");
  await expect.poll(async () => isServed(await openConnection())).toBe(true);
});

test("the connections of a trusted proxy are not limited", async () => {
  const { openConnection } = await open(["10.0.0.0/8", "127.0.0.1"]);
  for (const socket of [await openConnection(), await openConnection(), await openConnection()])
    expect(await isServed(socket)).toBe(true);
});

// Injected requests start when they are awaited.
test("behind a proxy the number of concurrent requests is limited for each client alone", async () => {
  const { app, release } = await open(["127.0.0.1"]);
  const requestLater = (client: string) => app.inject({ url: "/later", headers: { "x-forwarded-for": client } });
  const waiting = [requestLater("192.0.2.1"), requestLater("192.0.2.1")].map((pending) =>
    pending.then((reply) => reply),
  );
  const now = (client: string) => app.inject({ url: "/", headers: { "x-forwarded-for": client } });
  const rejected = await now("192.0.2.1");
  expect([rejected.statusCode, rejected.headers["retry-after"]]).toEqual([429, "5"]);
  expect((await now("192.0.2.2")).statusCode).toBe(200);
  release();
  expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await now("192.0.2.1")).statusCode).toBe(200);
});

test("addresses of one IPv6 site share a limit", async () => {
  const { app, release } = await open(["127.0.0.1"]);
  const requestLater = (client: string, url = "/later") => app.inject({ url, headers: { "x-forwarded-for": client } });
  const waiting = [requestLater("2001:db8:1:2::1"), requestLater("2001:db8:1:2::2")].map((pending) =>
    pending.then((reply) => reply),
  );
  expect((await requestLater("2001:db8:1:2:3::4", "/")).statusCode).toBe(429);
  expect((await requestLater("2001:db8:1:3::1", "/")).statusCode).toBe(200);
  release();
  await Promise.all(waiting);
});
