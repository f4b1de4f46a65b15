import { once } from "node:events";
import { connect, type Socket } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { limitClients } from "./limit-clients.ts";

/** A server on which a client may have two of everything, and requests wait until they are let go. */
async function open(trustProxy: string[] = []) {
  const warned: unknown[] = [];
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const app = fastify({ trustProxy: trustProxy.length > 0 ? trustProxy : false });
  limitClients(app, { trustProxy, log: { warn: (about: unknown) => void warned.push(about) }, most: 2 });
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
  async function dial(): Promise<Socket> {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    await once(socket, "connect");
    return socket;
  }
  return { app, dial, letGo, warned };
}

/** Whether a connection is answered. */
async function isServed(socket: Socket): Promise<boolean> {
  const ended = once(socket, "close").then(() => false);
  const answered = once(socket, "data").then(() => true);
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  return Promise.race([ended, answered]);
}

test("an address has so many connections, and another one when one of them has ended", async () => {
  const { dial, warned } = await open();
  const [first, second] = [await dial(), await dial()];
  expect([await isServed(first), await isServed(second)]).toEqual([true, true]);
  expect(await isServed(await dial())).toBe(false);
  expect(await isServed(await dial())).toBe(false);
  expect(warned).toEqual([{ address: "127.0.0.1", most: 2 }]);
  first.destroy();
  await once(first, "close");
  await expect.poll(async () => isServed(await dial())).toBe(true);
});

test("the connections of a proxy that is trusted belong to many, and are not limited", async () => {
  const { dial } = await open(["10.0.0.0/8", "127.0.0.1"]);
  for (const socket of [await dial(), await dial(), await dial()]) expect(await isServed(socket)).toBe(true);
});

// Injected requests begin when they are awaited.
test("behind a proxy each client has so many requests under way, whatever others have", async () => {
  const { app, letGo } = await open(["127.0.0.1"]);
  const ask = (client: string) => app.inject({ url: "/later", headers: { "x-forwarded-for": client } });
  const waiting = [ask("192.0.2.1"), ask("192.0.2.1")].map((asked) => asked.then((reply) => reply));
  const now = (client: string) => app.inject({ url: "/", headers: { "x-forwarded-for": client } });
  const refused = await now("192.0.2.1");
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "5"]);
  expect((await now("192.0.2.2")).statusCode).toBe(200);
  letGo();
  expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await now("192.0.2.1")).statusCode).toBe(200);
});

test("addresses of one IPv6 site count together", async () => {
  const { app, letGo } = await open(["127.0.0.1"]);
  const ask = (client: string, url = "/later") => app.inject({ url, headers: { "x-forwarded-for": client } });
  const waiting = [ask("2001:db8:1:2::1"), ask("2001:db8:1:2::2")].map((asked) => asked.then((reply) => reply));
  expect((await ask("2001:db8:1:2:3::4", "/")).statusCode).toBe(429);
  expect((await ask("2001:db8:1:3::1", "/")).statusCode).toBe(200);
  letGo();
  await Promise.all(waiting);
});
