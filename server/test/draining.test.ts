import { connect } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { embeddedServer } from "./embedded-server.ts";

test("a request whose body has not fully arrived when the server stops is answered", async ({ onTestFinished }) => {
  const server = await embeddedServer();
  onTestFinished(() => server.stop());
  const login = await sendHalfALogin(server.url);
  const stopped = server.stop();
  expect(await readiness(server.opsUrl)).toEqual([503, expect.stringContaining("server: It is stopping.")]);
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

async function readiness(opsUrl: string): Promise<[number, string]> {
  const reply = await fetch(`${opsUrl}/readyz`);
  return [reply.status, await reply.text()];
}
