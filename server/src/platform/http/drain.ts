import type { Server, ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { FastifyInstance } from "fastify";

type DrainLimits = {
  /** When no request has arrived for this long, those that were already sent have. */
  arrivalMs: number;
  /** How long that may take: other clients may send requests all the time. */
  maxArrivalsMs: number;
  /** How long a request in progress may take. */
  finishMs: number;
};

/** The longest request waits 8 s for images. */
const LIMITS: DrainLimits = { arrivalMs: 500, maxArrivalsMs: 4_000, finishMs: 9_000 };

/**
 * Returns a function that shuts an HTTP server down gracefully. Responses then have `Connection: close`, so that clients send their next
 * request to another server; requests that were already sent are answered before the port is closed.
 */
export function drainer(app: FastifyInstance, limits = LIMITS): () => Promise<void> {
  const { arrivalMs, maxArrivalsMs, finishMs } = limits;
  let isDraining = false;
  let arrived = 0;
  const inProgress = new Set<ServerResponse>();
  app.server.prependListener("request", (_, response) => {
    arrived++;
    if (isDraining) response.shouldKeepAlive = false;
    inProgress.add(response);
    response.once("close", () => inProgress.delete(response));
  });

  async function waitForArrivals(): Promise<void> {
    const startMs = performance.now();
    let before: number;
    do {
      before = arrived;
      await sleep(arrivalMs);
      // On a busy machine the time may be over before data that has arrived is read.
      await readArrivals();
    } while (arrived > before && performance.now() - startMs <= maxArrivalsMs - arrivalMs);
  }

  async function drain(): Promise<void> {
    isDraining = true;
    for (const response of inProgress) if (!response.headersSent) response.shouldKeepAlive = false;
    await readArrivals();
    if ((await connectionsOf(app.server)) > 0) await waitForArrivals();
    const forceClose = setTimeout(() => app.server.closeAllConnections(), finishMs);
    await app.close();
    clearTimeout(forceClose);
  }

  let draining: Promise<void> | null = null;
  return () => (draining ??= drain());
}

/** Resolves once waiting connections are accepted, and the data on them is read. */
async function readArrivals(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

function connectionsOf(server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}
