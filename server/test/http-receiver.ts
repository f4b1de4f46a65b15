import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll } from "vitest";

/** A request as a receiver got it. */
export type ReceivedRequest = { path: string; headers: Record<string, string>; body: string };

/** How a receiver answers a request: with a status, or by closing the connection. */
type Answering = (request: ReceivedRequest) => Answer;
type Answer = number | "close";

/** A real HTTP server on a free port, which keeps what it has received, and answers with `answers` or as `answering` says. */
export async function httpReceiver(answering?: Answering) {
  const received: ReceivedRequest[] = [];
  const answers: { status: Answer; headers: Record<string, string> } = { status: 200, headers: {} };
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const got = { path: request.url ?? "", headers, body: await text(request) };
    received.push(got);
    const answer = answering?.(got) ?? answers.status;
    if (answer === "close") response.destroy();
    else response.writeHead(answer, answers.headers).end("no such room");
  }
  // A sender that was killed has closed its connection before the end of its request.
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
  return { answers, received, url: await listenOn(server) };
}

/** A real HTTP server on a free port that never answers. `closeConnections` ends the requests it has got. */
export async function silentReceiver() {
  let count = 0;
  const server = createServer(() => (count += 1));
  return {
    url: await listenOn(server),
    requests: () => count,
    closeConnections: () => server.closeAllConnections(),
  };
}

/** Starts a server on a free port, until the end of the file's tests. Returns its URL. */
async function listenOn(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}
