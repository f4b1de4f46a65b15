import { once } from "node:events";
import { connect } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { drainer } from "./drain.ts";

/** A server with one call, which is answered when the test says so. */
async function open() {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const app = fastify({ forceCloseConnections: "idle", return503OnClosing: false });
  const drain = drainer(app);
  app.get("/slow", async () => {
    begun.resolve();
    await gate.promise;
    return "done";
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return { url: app.listeningOrigin, drain, begun: begun.promise, answer: () => gate.resolve() };
}

/** Whether a server takes new connections. */
async function isOpen(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const outcome = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "error").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return outcome;
}

test("a call that takes longer than the port stays open is answered, and the server waits for it", async () => {
  const { url, drain, begun, answer } = await open();
  const asked = fetch(`${url}/slow`);
  await begun;
  let isDrained = false;
  const drained = drain().then(() => (isDrained = true));
  await expect.poll(() => isOpen(url)).toBe(false);
  expect(isDrained).toBe(false);
  answer();
  const reply = await asked;
  expect([reply.status, await reply.text(), reply.headers.get("connection")]).toEqual([200, "done", "close"]);
  await drained;
});

test("a call that is never answered is cut off, and the server ends", { timeout: 60_000 }, async () => {
  const { url, drain, begun } = await open();
  const asked = fetch(`${url}/slow`).then(
    () => "answered",
    () => "cut off",
  );
  await begun;
  await drain();
  expect(await asked).toBe("cut off");
});
