import { once } from "node:events";
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

function openSocket(): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

test("a request whose body arrives byte by byte is answered with 408 when its time is over", async () => {
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000]);
  // Node limits the time for the headers to the shorter of the two.
  Object.assign(server, { headersTimeout: 500, requestTimeout: 1_000 });
  onTestFinished(() => void Object.assign(server, { headersTimeout: 10_000, requestTimeout: 30_000 }));
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

// Only Linux has more than one loopback address by default.
test.runIf(process.platform === "linux")(
  "one address cannot take all connections: another is served when it has as many as it may",
  async () => {
    const held = Array.from({ length: 500 }, openSocket);
    await Promise.all(held.map((socket) => once(socket, "connect")));
    const refused = openSocket();
    await once(refused, "close");
    expect(held.filter(({ destroyed }) => destroyed)).toEqual([]);
    const [response] = await once(
      get({ port, host: "127.0.0.1", path: "/api/console", localAddress: "127.0.0.2" }),
      "response",
    );
    response.resume();
    expect(response.statusCode).toBe(200);
  },
);

test("every call declares the answers to slow clients and to too many requests", () => {
  const undeclared = system.endpoints.filter((endpoint) => {
    const declared = refusalsOf(endpoint);
    return !declared.includes(429) || (endpoint.body !== undefined && !declared.includes(408));
  });
  expect(system.endpoints.length).toBeGreaterThan(0);
  expect(undeclared.map(({ name }) => name)).toEqual([]);
});
