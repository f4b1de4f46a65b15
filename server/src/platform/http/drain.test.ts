import { once } from "node:events";
import { connect } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { drainer } from "./drain.ts";

const [SOON, LATE] = [100, 60_000];

/** A server with one route, which answers when `answer` is called. A request in progress may take this long. */
async function open(finishMs = LATE) {
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const app = fastify({ forceCloseConnections: "idle", return503OnClosing: false });
  const drain = drainer(app, { arrivalMs: SOON, maxArrivalsMs: 4 * SOON, finishMs });
  app.get("/slow", async () => {
    started.resolve();
    await release.promise;
    return "done";
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return { url: app.listeningOrigin, drain, started: started.promise, answer: () => release.resolve() };
}

/** Whether a server accepts new connections. */
async function isOpen(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const outcome = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "error").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return outcome;
}

test("a request that takes longer than the port stays open is answered, and the server waits for it", async () => {
  const { url, drain, started, answer } = await open();
  const response = fetch(`${url}/slow`);
  await started;
  let isDrained = false;
  const drained = drain().then(() => (isDrained = true));
  await expect.poll(() => isOpen(url)).toBe(false);
  expect(isDrained).toBe(false);
  answer();
  const reply = await response;
  expect([reply.status, await reply.text(), reply.headers.get("connection")]).toEqual([200, "done", "close"]);
  await drained;
});

test("requests that are sent while others arrive are answered, and a client that keeps sending does not keep the port open", async () => {
  const { url, drain, answer } = await open();
  answer();
  let answered = 0;
  const drained = drain();
  const startMs = performance.now();
  for (;;) {
    const response = await fetch(`${url}/slow`).catch(() => null);
    if (response === null) break;
    expect([response.status, await response.text(), response.headers.get("connection")]).toEqual([
      200,
      "done",
      "close",
    ]);
    answered++;
  }
  expect(answered).toBeGreaterThan(1);
  expect(performance.now() - startMs).toBeGreaterThan(SOON);
  await drained;
});

test("a request that is never answered is aborted, and the server stops", async () => {
  const { url, drain, started } = await open(SOON);
  const response = fetch(`${url}/slow`).then(
    () => "answered",
    () => "aborted",
  );
  await started;
  await drain();
  expect(await response).toBe("aborted");
});
