import { Agent, request } from "node:http";
import { connect } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { embeddedHouse } from "./embedded-house.ts";

const CLIENTS = 20;

type Outcome = { sentAt: number; status: number | null; closes: boolean };

test("a server that is told to stop under load answers what was sent before, says that it closes, and ends soon", async ({
  onTestFinished,
}) => {
  const house = await embeddedHouse();
  onTestFinished(() => house.stop());
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  onTestFinished(() => agent.destroy());
  const outcomes: Outcome[] = [];
  const over = new AbortController();
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!over.signal.aborted) outcomes.push(await ask(`${house.url}/api/console`, agent));
  });
  await expect.poll(() => outcomes.length).toBeGreaterThan(200);

  const stoppedAt = performance.now();
  const stopped = house.stop();
  expect(await readiness(house.opsUrl)).toEqual([503, expect.stringContaining("server: It is stopping.")]);
  await stopped;
  expect(performance.now() - stoppedAt).toBeLessThan(15_000);
  over.abort();
  await Promise.all(clients);

  const before = outcomes.filter(({ sentAt }) => sentAt < stoppedAt);
  expect(before.filter(({ status }) => status !== 200)).toEqual([]);
  // The first of each client after that is served too, and sends it elsewhere with the next.
  const after = outcomes.filter(({ sentAt, status }) => sentAt >= stoppedAt && status !== null);
  expect(after.length).toBeGreaterThan(0);
  expect(after.filter(({ closes }) => !closes)).toEqual([]);
});

test("a request whose body is still on its way when the server stops is answered", async ({ onTestFinished }) => {
  const house = await embeddedHouse();
  onTestFinished(() => house.stop());
  const socket = connect(Number(new URL(house.url).port), "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (more: string) => (text += more));
  const ended = once(socket, "close");
  const body = JSON.stringify({ email: "nobody@harbor.example", password: "wrong" });
  const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  socket.write(`POST /api/sessions/current HTTP/1.1\r\n${head}\r\n\r\n${body.slice(0, 5)}`);
  await once(socket, "connect");
  const stopped = house.stop();
  expect((await readiness(house.opsUrl))[0]).toBe(503);
  socket.write(body.slice(5));
  await ended;
  await stopped;
  expect(text).toMatch(/^HTTP\/1\.1 401 /);
  expect(text).toMatch(/^connection: close/im);
});

/** What became of a request; its status is null when there was no answer. */
async function ask(url: string, agent: Agent): Promise<Outcome> {
  const sentAt = performance.now();
  const asked = request(url, { agent });
  asked.end();
  try {
    const [response] = await once(asked, "response");
    response.resume();
    await once(response, "end");
    return { sentAt, status: response.statusCode, closes: response.headers.connection === "close" };
  } catch {
    return { sentAt, status: null, closes: true };
  }
}

async function readiness(opsUrl: string): Promise<[number, string]> {
  const reply = await fetch(`${opsUrl}/readyz`);
  return [reply.status, await reply.text()];
}
