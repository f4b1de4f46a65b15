import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { FastifyInstance } from "fastify";

/** How long requests that are on their way already may take to arrive. */
const ARRIVAL_MS = 500;
/** How long a request under way may take. Longest is a call that waits 8 s for pictures. */
const FINISH_MS = 9_000;

/**
 * For the end of a server: returns what lets requests come to theirs. Answers then say `Connection: close`, so that clients take
 * their next request elsewhere; what has been sent already is still answered, and only then the port is closed.
 */
export function drainer(app: FastifyInstance): () => Promise<void> {
  let isDraining = false;
  const underWay = new Set<ServerResponse>();
  app.server.prependListener("request", (_, response) => {
    if (isDraining) response.shouldKeepAlive = false;
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
  });

  async function drain(): Promise<void> {
    isDraining = true;
    for (const response of underWay) if (!response.headersSent) response.shouldKeepAlive = false;
    if ((await connectionsOf(app.server)) > 0) await sleep(ARRIVAL_MS);
    const late = setTimeout(() => app.server.closeAllConnections(), FINISH_MS);
    await app.close();
    clearTimeout(late);
  }

  let draining: Promise<void> | null = null;
  return () => (draining ??= drain());
}

function connectionsOf(server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}
