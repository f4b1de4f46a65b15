import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { problem } from "@groundcrew/shared/contract";
import { expect, test } from "vitest";
import { startTestServer } from "./test-server.ts";

const system = await startTestServer();
await system.app.listen({ host: "127.0.0.1", port: 0 });
const address = system.app.server.address();

/** Sends bytes, and reads the response until the server closes the connection. */
function exchange(bytes: string | Buffer): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(portOf(address), "127.0.0.1");
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (more: string) => (text += more));
    socket.on("close", () => {
      const [head = "", ...body] = text.split("\r\n\r\n");
      resolve({ status: Number(head.split(" ")[1]), head, body: body.join("\r\n\r\n") });
    });
    socket.on("error", reject);
    socket.write(bytes);
  });
}

const CLOSE = "Host: console\r\nConnection: close\r\n";
const JSON_TYPE = "Content-Type: application/json\r\n";
const UNREADABLE: readonly (readonly [string, number, string | Buffer])[] = [
  ["something that is not HTTP", 400, "hello\r\n\r\n"],
  ["bytes of another protocol", 400, Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01])],
  ["headers larger than are read", 431, `GET /api/stations HTTP/1.1\r\n${CLOSE}X-Fill: ${"x".repeat(20_000)}\r\n\r\n`],
  ["an address larger than is read", 431, `GET /api/stations/${"a".repeat(20_000)} HTTP/1.1\r\n${CLOSE}\r\n`],
  ["a large cookie", 431, `GET /api/stations HTTP/1.1\r\n${CLOSE}Cookie: ${"a=b; ".repeat(4_000)}\r\n\r\n`],
  ["a NUL in the address", 400, `GET /api/\0 HTTP/1.1\r\n${CLOSE}\r\n`],
  ["a NUL in a header", 400, `GET /api/console HTTP/1.1\r\n${CLOSE}X-A: \0\r\n\r\n`],
  ["a method nobody knows", 400, `BREW /api/console HTTP/1.1\r\n${CLOSE}\r\n`],
  [
    "two lengths",
    400,
    `POST /api/sessions/current HTTP/1.1\r\n${CLOSE}${JSON_TYPE}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  ],
  [
    "a length beside chunks",
    400,
    `POST /api/sessions/current HTTP/1.1\r\n${CLOSE}${JSON_TYPE}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    "a length that is none",
    400,
    `POST /api/sessions/current HTTP/1.1\r\n${CLOSE}${JSON_TYPE}Content-Length: many\r\n\r\n`,
  ],
  [
    "chunks that are none",
    400,
    `POST /api/sessions/current HTTP/1.1\r\n${CLOSE}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  ],
  [
    "a body that is announced too large",
    413,
    `POST /api/sessions/current HTTP/1.1\r\n${CLOSE}${JSON_TYPE}Content-Length: 99999999\r\n\r\n`,
  ],
  ["no host", 400, "GET /api/console HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["an expectation nobody can meet", 417, `GET /api/console HTTP/1.1\r\n${CLOSE}Expect: tea\r\n\r\n`],
  ["a trace", 404, `TRACE /api/console HTTP/1.1\r\n${CLOSE}\r\n`],
];

test.for(UNREADABLE)("%s is answered with %d and a message", async ([, status, bytes]) => {
  const answer = await exchange(bytes);
  expect([answer.status, answer.body.slice(0, 200)]).toEqual([status, expect.any(String)]);
  expect(answer.head).toMatch(/content-type: application\/problem\+json/i);
  const names = answer.head.split("\r\n").map((line) => line.split(":", 1)[0]?.toLowerCase());
  expect(names).toEqual(expect.arrayContaining(await headersOfEveryAnswer()));
  expect(answer.head).toMatch(/content-security-policy: default-src/i);
  expect(problem.parse(JSON.parse(answer.body))).toMatchObject({ status, detail: expect.stringMatching(/\.$/) });
});

test("a request that is aborted during its body is not logged as an error, of the database or any other", async () => {
  const before = system.logged.length;
  const arrived = once(system.app.server, "request");
  const socket = connect(portOf(address), "127.0.0.1");
  socket.write(`POST /api/sessions/current HTTP/1.1\r\n${CLOSE}${JSON_TYPE}Content-Length: 100\r\n\r\n{"email":`);
  const [, response] = await arrived;
  const closed = once(response, "close");
  socket.resetAndDestroy();
  await closed;
  // Answered after everything that the aborted request caused.
  await system.app.inject("/api/console");
  const warnings = system.logged.slice(before).filter((line) => /"level":(40|50|60)/.test(line));
  expect(warnings).toEqual([]);
});

test("none of these requests is logged as an error", () => {
  expect(system.logged.join("\n")).not.toMatch(/xxxx|rawPacket|a=b; a=b/);
});

/** Security headers of an ordinary response, which these responses must have too. */
async function headersOfEveryAnswer(): Promise<string[]> {
  const { headers } = await system.app.inject("/api/console");
  const security =
    /^(content-security-policy|cross-origin-.*|origin-agent-cluster|referrer-policy|x-(?!request-id|build).*|cache-control)$/;
  return Object.keys(headers).filter((name) => security.test(name));
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("The server does not listen.");
  return address.port;
}
