import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll } from "vitest";

/** A request as a receiver got it. */
export type ReceivedRequest = { path: string; headers: Record<string, string>; body: string };

/** A real HTTP server on a free port, which answers with `answers` and keeps what it has received. */
export async function httpReceiver() {
  const received: ReceivedRequest[] = [];
  const answers: { status: number; headers: Record<string, string> } = { status: 200, headers: {} };
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    received.push({ path: request.url ?? "", headers, body: await text(request) });
    response.writeHead(answers.status, answers.headers).end("no such room");
  }
  // A sender that was killed has closed its connection before the end of its request.
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return { answers, received, url };
}
