import { once } from "node:events";
import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { ProblemBody } from "@groundcrew/shared/contract";
import { collectDefaultMetrics, Registry } from "prom-client";
import { tryWithin, type Check } from "./try-within.ts";

export type OpsOptions = {
  /** A loopback address: nothing here asks who is asking. */
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** What must hold for this server to take requests, by the name shown when it does not: `database`, `broker`. */
  checks: Readonly<Record<string, Check>>;
  /** Of the server; the process's own metrics are added to it. */
  registry: Registry;
  /** Hears when readiness changes. */
  log: (line: string) => void;
};

const CHECK_MS = 2_000;

/**
 * The second, small HTTP server for whoever runs this one: `/healthz` answers while the process runs, `/readyz` says
 * whether it can do its work, with a 503 that names what is missing, `/metrics` is for Prometheus.
 */
export async function openOps({ host, port, checks, registry, log }: OpsOptions) {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  let wasReady = true;

  async function answerReady(response: ServerResponse): Promise<void> {
    const found = await Promise.all(Object.entries(checks).map(([name, check]) => tryWithin(name, check, CHECK_MS)));
    const missing = found.filter((sentence) => sentence !== null);
    const isReady = missing.length === 0;
    if (isReady !== wasReady) log(isReady ? "Ready again." : `Not ready: ${missing.join(" ")}`);
    wasReady = isReady;
    if (isReady) send(response, 200, "ready\n");
    else sendProblem(response, 503, missing.join(" "));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return sendProblem(response, 405, "Only GET is answered here.");
    }
    switch (request.url?.split("?")[0] ?? "/") {
      case "/healthz":
        return send(response, 200, "alive\n");
      case "/readyz":
        return answerReady(response);
      case "/metrics":
        response.setHeader("content-type", registry.contentType);
        response.end(await Registry.merge([registry, ofProcess]).metrics());
        return;
      default:
        return sendProblem(response, 404, "There are /healthz, /readyz and /metrics.");
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log(`An operations request failed: ${String(error)}`);
      response.destroy();
    });
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  return {
    port: address !== null && typeof address === "object" ? address.port : port,
    async stop(): Promise<void> {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }).end(text);
}

function sendProblem(response: ServerResponse, status: number, detail: string): void {
  const body: ProblemBody = { title: STATUS_CODES[status] ?? "Error", status, detail };
  const headers = { "content-type": "application/problem+json", "cache-control": "no-store" };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
