import { once } from "node:events";
import { readdirSync } from "node:fs";
import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { problem, refusalsOf } from "@groundcrew/shared/contract";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "./test-server.ts";

const system = await startTestServer();
await system.app.listen({ host: "127.0.0.1", port: 0 });
const { server } = system.app;
const port = Number(new URL(system.app.listeningOrigin).port);
const BODY = '{"email":"nobody@harbor.example"';

function openSocket(localAddress = "127.0.0.1"): Socket {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Shortens the times in which a request has to arrive. Node limits the time for the headers to the shorter of the two. */
function limitTimes(times: { headersTimeout: number; requestTimeout: number }): void {
  const { headersTimeout, requestTimeout } = server;
  Object.assign(server, times);
  onTestFinished(() => void Object.assign(server, { headersTimeout, requestTimeout }));
}

test("a request whose body arrives byte by byte is answered with 408 when its time is over", async () => {
  expect([server.headersTimeout, server.requestTimeout]).toEqual([8_000, 30_000]);
  limitTimes({ headersTimeout: 500, requestTimeout: 1_000 });
  const socket = openSocket();
  let text = "";
  socket.setEncoding("utf8").on("data", (more: string) => (text += more));
  const closed = once(socket, "close");
  const head = "Host: console\r\nContent-Type: application/json\r\nContent-Length: 1000000";
  socket.write(`POST /api/sessions/current HTTP/1.1\r\n${head}\r\n\r\n${BODY}`);
  const writing = setInterval(() => socket.write(" "), 100);
  onTestFinished(() => clearInterval(writing));
  await closed;
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  const body = problem.parse(JSON.parse(text.split("\r\n\r\n")[1] ?? ""));
  expect(body.detail).toBe("The request took too long to arrive.");
});

test("a connection that sends nothing is closed without an answer when its time is over", async () => {
  limitTimes({ headersTimeout: 500, requestTimeout: 1_000 });
  const socket = openSocket();
  let text = "";
  socket.setEncoding("utf8").on("data", (more: string) => (text += more));
  await once(socket, "close");
  expect(text).toBe("");
});

// Only Linux has more than one loopback address by default.
test.runIf(process.platform === "linux")(
  "one address cannot take all connections: another is served when it has as many as it may",
  async () => {
    const held = Array.from({ length: 500 }, () => openSocket());
    await Promise.all(held.map((socket) => once(socket, "connect")));
    const refused = openSocket();
    await once(refused, "close");
    expect(held.filter(({ destroyed }) => destroyed)).toEqual([]);
    expect(await statusFor("127.0.0.2")).toBe(200);
  },
);

test.runIf(process.platform === "linux")(
  "2,000 clients that send their headers byte by byte delay no other client by a second, and are disconnected when their time is over",
  async () => {
    const addresses = ["127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.6"];
    limitTimes({ headersTimeout: 2_000, requestTimeout: 30_000 });
    const descriptors = readdirSync("/proc/self/fd").length;
    const slow = addresses.flatMap((address) => Array.from({ length: 500 }, () => openSocket(address)));
    await Promise.all(slow.map((socket) => once(socket, "connect")));
    const begunMs = performance.now();
    // Not `events.once`, which rejects when a byte is written to a socket that has just been closed.
    const closings = slow.map((socket) => new Promise((resolve) => void socket.once("close", resolve)));
    const closed = Promise.all(closings).then(() => performance.now());
    for (const socket of slow) socket.write("GET /api/console HTTP/1.1\r\nX-Slow: ");
    const writing = setInterval(() => {
      for (const socket of slow) if (!socket.destroyed) socket.write("x");
    }, 1_000);
    onTestFinished(() => clearInterval(writing));

    const times: number[] = [];
    for (let nth = 0; nth < 100; nth += 1) {
      const start = performance.now();
      expect(await statusFor("127.0.0.7")).toBe(200);
      times.push(performance.now() - start);
    }
    times.sort((one, other) => one - other);
    expect(times[95]).toBeLessThan(1_000);
    // Two seconds and the time until the server looks for them, and ten for a busy machine.
    expect((await closed) - begunMs).toBeLessThan(14_000);
    expect(readdirSync("/proc/self/fd").length).toBeLessThan(descriptors + 100);
  },
);

/** The status of a request from a local address. */
async function statusFor(localAddress: string): Promise<number> {
  const [response] = await once(get({ port, host: "127.0.0.1", path: "/api/console", localAddress }), "response");
  response.resume();
  return response.statusCode;
}

test("every call declares the answers to slow clients and to too many requests", () => {
  const undeclared = system.endpoints.filter((endpoint) => {
    const declared = refusalsOf(endpoint);
    return !declared.includes(429) || (endpoint.body !== undefined && !declared.includes(408));
  });
  expect(system.endpoints.length).toBeGreaterThan(0);
  expect(undeclared.map(({ name }) => name)).toEqual([]);
});
