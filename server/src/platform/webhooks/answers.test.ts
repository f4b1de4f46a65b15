import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { openWebhooks, Unanswered } from "./index.ts";

/** What receivers write, to the letter, by path. `open` leaves the connection open, `reset` cuts it off. */
type Written = { parts: string[]; ending?: "open" | "reset" };

const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
const redirect = (status: number, location: string): Written => ({
  parts: [`HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 5\r\n\r\nmoved`],
});
const large = "x".repeat(3 * 1024 * 1024);

const DELIVERED = { status: 200, text: "" };
const receivers: Record<string, [Written, object | string]> = {
  "an empty answer": [{ parts: ["HTTP/1.1 204 No Content\r\n\r\n"] }, { status: 204, text: "" }],
  "a short answer": [{ parts: ["HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"] }, { status: 200, text: "ok" }],
  "an answer that ends with the connection": [
    { parts: ["HTTP/1.0 202 Accepted\r\n\r\nqueued"] },
    { status: 202, text: "queued" },
  ],
  "a body that never begins": [{ parts: ["HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n"], ending: "open" }, DELIVERED],
  "a body without length that never ends": [
    { parts: ["HTTP/1.1 200 OK\r\n\r\nok"], ending: "open" },
    { status: 200, text: "ok" },
  ],
  "chunks that never end": [
    { parts: [`${chunked}2\r\nok\r\n`], ending: "open" },
    { status: 200, text: "ok" },
  ],
  "a large body": [
    { parts: [`HTTP/1.1 200 OK\r\ncontent-length: ${large.length}\r\n\r\n`, large] },
    { status: 200, text: "x".repeat(1_024) },
  ],
  "a large body without length": [
    { parts: ["HTTP/1.1 200 OK\r\n\r\n", large] },
    { status: 200, text: "x".repeat(1_024) },
  ],
  "a body that is cut off": [
    { parts: [`${chunked}2\r\nok\r\n9\r\nhal`], ending: "reset" },
    { status: 200, text: "okhal" },
  ],
  "invalid chunks": [{ parts: [`${chunked}2\r\nok\r\nnonsense`] }, { status: 200, text: "ok" }],
  "a body shorter than its length": [
    { parts: ["HTTP/1.1 201 Created\r\ncontent-length: 90\r\n\r\nmade"] },
    { status: 201, text: "made" },
  ],
  "an answer after others that are provisional": [
    {
      parts: [
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
      ],
    },
    DELIVERED,
  ],
  "a failure whose body never ends": [
    { parts: ["HTTP/1.1 503 Busy\r\n\r\nlater"], ending: "open" },
    { status: 503, text: "later" },
  ],
  "a wait in seconds": [
    { parts: ["HTTP/1.1 429 Slow\r\nretry-after: 30\r\ncontent-length: 0\r\n\r\n"] },
    { status: 429, retryAfterMs: 30_000 },
  ],
  "a wait until a date that has passed": [
    { parts: ["HTTP/1.1 429 Slow\r\nretry-after: Thu, 01 Jan 2026 00:00:00 GMT\r\ncontent-length: 0\r\n\r\n"] },
    { status: 429, retryAfterMs: 0 },
  ],
  "a redirect to https": [
    redirect(301, "https://hooks.example/secret"),
    { status: 301, redirectsTo: "https://hooks.example" },
  ],
  "a redirect to another port": [
    redirect(302, "http://hooks.example:8080/"),
    { status: 302, redirectsTo: "http://hooks.example:8080" },
  ],
  "a redirect to see another page": [
    redirect(303, "//hooks.example/x"),
    { status: 303, redirectsTo: "http://hooks.example" },
  ],
  "a redirect with a slash": [redirect(307, "/hook/"), { status: 307, redirectsTo: "another path of the same server" }],
  "a redirect for ever": [redirect(308, "?next"), { status: 308, redirectsTo: "another path of the same server" }],
  "a choice of addresses": [
    redirect(300, "https://hooks.example/x"),
    { status: 300, redirectsTo: "https://hooks.example" },
  ],
  "an address of what was made": [redirect(201, "https://hooks.example/x"), { status: 201, redirectsTo: null }],
  "an address with a refusal": [redirect(400, "https://hooks.example/x"), { status: 400, redirectsTo: null }],
  "a redirect to nowhere": [redirect(302, "https://"), { status: 302, redirectsTo: null }],
  "a redirect without an address": [
    { parts: ["HTTP/1.1 302 Found\r\ncontent-length: 0\r\n\r\n"] },
    { status: 302, redirectsTo: null },
  ],
  "an unchanged answer": [{ parts: ["HTTP/1.1 304 Not Modified\r\n\r\n"] }, { status: 304, redirectsTo: null }],
  "a status line that is cut off": [{ parts: ["HTTP/1.1 20"] }, "could not be reached"],
  "headers that are cut off": [{ parts: ["HTTP/1.1 200 OK\r\ncontent-le"], ending: "reset" }, "could not be reached"],
  "headers that never end": [{ parts: ["HTTP/1.1 200 OK\r\nx-a: b\r\n"], ending: "open" }, "did not answer in time"],
  "no answer": [{ parts: [], ending: "open" }, "did not answer in time"],
  "a closed connection": [{ parts: [] }, "could not be reached"],
  "another protocol": [{ parts: ["220 mail.example ESMTP\r\n"], ending: "open" }, "could not be reached"],
};

const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on("error", () => {});
  socket.once("data", (head) => {
    const path = decodeURIComponent(/^POST \/(\S*)/.exec(head.toString())?.[1] ?? "");
    const [{ parts, ending }] = receivers[path] ?? [{ parts: [] }];
    for (const part of parts) socket.write(part);
    if (ending === "reset") socket.write("", () => socket.resetAndDestroy());
    else if (ending !== "open") socket.end();
  });
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});
const address = server.address();
const base = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
const webhooks = openWebhooks({ allowPrivate: true, timeoutMs: 1_500 });

const post = (path: string) => webhooks.send(`${base}/${encodeURIComponent(path)}`, { headers: {}, body: "{}" });
const answered = Object.entries(receivers).flatMap(([path, [, answer]]) =>
  typeof answer === "string" ? [] : [{ path, answer }],
);
const failed = Object.entries(receivers).flatMap(([path, [, problem]]) =>
  typeof problem === "string" ? [{ path, problem }] : [],
);

test.concurrent.for(answered)("$path", async ({ path, answer }) => {
  expect(await post(path)).toMatchObject(answer);
});

test.concurrent.for(failed)("$path: $problem", async ({ path, problem }) => {
  const error = await post(path).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(Unanswered);
  expect(error).toMatchObject({ message: expect.stringContaining(problem) });
});

test("a receiver that cannot be reached has not got anything", async () => {
  const closed = webhooks.send("http://127.0.0.1:1/", { headers: {}, body: "{}" });
  await expect(closed).rejects.not.toBeInstanceOf(Unanswered);
});

test("an incident's webhook that redirects says where to, without the path", async () => {
  const posted = webhooks.post(`${base}/${encodeURIComponent("a redirect to https")}`, {});
  await expect(posted).rejects.toThrow(
    "answered with status 301. It redirects to https://hooks.example. Enter the address that it redirects to.",
  );
});
