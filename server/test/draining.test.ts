import { Agent, request } from "node:http";
import { connect } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { embeddedServer } from "./embedded-server.ts";

const CLIENTS = 20;
/** How many requests are answered before the stop. */
const REQUESTS = 200;

type Outcome = { sentAt: number; status: number | null; closes: boolean };

test("a server that is stopped under load answers earlier requests, announces that it closes, and stops soon", async ({
  onTestFinished,
}) => {
  const server = await embeddedServer();
  onTestFinished(() => server.stop());
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  onTestFinished(() => agent.destroy());
  const outcomes: Outcome[] = [];
  const over = new AbortController();
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!over.signal.aborted && outcomes.at(-1)?.status !== null) {
      outcomes.push(await get(`${server.url}/api/console`, agent));
    }
  });
  await expect.poll(() => outcomes.length).toBeGreaterThan(REQUESTS);

  // The server keeps answering until this request is complete.
  const login = await sendHalfALogin(server.url);
  const stoppedAt = performance.now();
  const stopped = server.stop();
  expect(await readiness(server.opsUrl)).toEqual([503, expect.stringContaining("server: It is stopping.")]);
  expect(await login.finish()).toMatch(/^connection: close/im);
  await stopped;
  // The server waits up to 13 s for requests; then its database stops, which takes seconds on a busy machine.
  expect(performance.now() - stoppedAt).toBeLessThan(30_000);
  over.abort();
  await Promise.all(clients);

  const before = outcomes.filter(({ sentAt }) => sentAt < stoppedAt);
  expect(before.filter(({ status }) => status !== 200)).toEqual([]);
  // The server may still answer one request of each client after that, and closes the connection, so that the next one goes elsewhere.
  const after = outcomes.filter(({ sentAt, status }) => sentAt >= stoppedAt && status !== null);
  expect(after.filter(({ closes }) => !closes)).toEqual([]);
});

test("a request whose body has not fully arrived when the server stops is answered", async ({ onTestFinished }) => {
  const server = await embeddedServer();
  onTestFinished(() => server.stop());
  const login = await sendHalfALogin(server.url);
  const stopped = server.stop();
  expect((await readiness(server.opsUrl))[0]).toBe(503);
  const answer = await login.finish();
  await stopped;
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toMatch(/^connection: close/im);
});

/** Sends half of a login request; `finish` sends the rest and returns everything that is received. */
async function sendHalfALogin(url: string): Promise<{ finish(): Promise<string> }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (more: string) => (text += more));
  const ended = once(socket, "close");
  const body = JSON.stringify({ email: "nobody@harbor.example", password: "wrong" });
  const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  socket.write(`POST /api/sessions/current HTTP/1.1\r\n${head}\r\n\r\n${body.slice(0, 5)}`);
  await once(socket, "connect");
  return {
    async finish() {
      socket.write(body.slice(5));
      await ended;
      return text;
    },
  };
}

/** The outcome of a request; its status is null when there was no response. */
async function get(url: string, agent: Agent): Promise<Outcome> {
  const sentAt = performance.now();
  const sent = request(url, { agent });
  sent.end();
  try {
    const [response] = await once(sent, "response");
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
