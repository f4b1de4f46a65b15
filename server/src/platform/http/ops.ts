import { once } from "node:events";
import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { ProblemBody } from "@groundcrew/shared/contract";
import { AggregatorRegistry, collectDefaultMetrics, Registry } from "prom-client";
import { setTimeout as sleep } from "node:timers/promises";

export type OpsOptions = {
  /** Only operators may reach it, because there is no authentication. */
  host: string;
  /** 0 uses any free port. */
  port: number;
  /** Readiness checks by their names in messages, such as `database`. */
  checks: Readonly<Record<string, Check>>;
  /** Metrics of the server; those of the process are added. */
  registry: Registry;
  /** The same metrics of each of the process's other threads, to be added up. */
  metricsOfThreads?: () => Promise<object[][]>;
  log: Record<"info" | "warn", (line: string) => void>;
};

const CHECK_MS = 2_000;

/**
 * A second, small HTTP server for operators. `/healthz` answers while the process runs, `/readyz` answers 200 or a 503 that names the
 * failed checks, `/metrics` is for Prometheus.
 */
export async function openOps({ host, port, checks, registry, metricsOfThreads, log }: OpsOptions) {
  const processRegistry = new Registry();
  collectDefaultMetrics({ register: processRegistry });
  let wasReady = true;

  async function answerReady(response: ServerResponse): Promise<void> {
    const results = await Promise.all(Object.entries(checks).map(([name, check]) => tryWithin(name, check, CHECK_MS)));
    const failures = results.filter((sentence) => sentence !== null);
    const isReady = failures.length === 0;
    if (isReady && !wasReady) log.info("Ready again.");
    if (!isReady && wasReady) log.warn(`Not ready: ${failures.join(" ")}`);
    wasReady = isReady;
    if (isReady) send(response, 200, "ready\n");
    else sendProblem(response, 503, failures.join(" "));
  }

  async function ofAllThreads(): Promise<Registry> {
    const [own, others = []] = await Promise.all([registry.getMetricsAsJSON(), metricsOfThreads?.()]);
    return others.length === 0 ? registry : AggregatorRegistry.aggregate([own, ...others]);
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
        response.end(await Registry.merge([await ofAllThreads(), processRegistry]).metrics());
        return;
      default:
        return sendProblem(response, 404, "There are /healthz, /readyz and /metrics.");
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.warn(`An operations request failed: ${String(error)}`);
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

/** Checks whether one part is ready: null when it is, otherwise the reason. A rejection counts as not ready. */
export type Check = () => Promise<string | null>;

/** Runs a check with a timeout: null, or a sentence that begins with its name. */
export async function tryWithin(name: string, check: Check, waitMs: number): Promise<string | null> {
  const abortTimeout = new AbortController();
  const timeout = sleep(waitMs, "does not answer", { signal: abortTimeout.signal });
  // Aborted below when the check is faster.
  timeout.catch(() => {});
  try {
    const reason = await Promise.race([check(), timeout]);
    return reason === null ? null : sentence(name, reason);
  } catch (error) {
    return sentence(name, error instanceof Error ? error.message : String(error));
  } finally {
    abortTimeout.abort();
  }
}

function sentence(name: string, reason: string): string {
  return `${name}: ${reason.replace(/\.$/, "")}.`;
}
