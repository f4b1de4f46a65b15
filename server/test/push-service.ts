import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll } from "vitest";
import { subscribe } from "./push-browser.ts";

/** A request that a push service received. */
export type ReceivedPush = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A real push service on a free port, which answers with `answers.status`, and browsers that subscribe to it. */
export async function pushService() {
  const received: ReceivedPush[] = [];
  const answers = { status: 201 };
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    received.push({ path: request.url ?? "", headers: request.headers, body: await buffer(request) });
    response.writeHead(answers.status).end();
  }
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return { answers, received, url, subscribe: (path: string) => subscribe(`${url}/${path}`) };
}
