import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "../server/src/platform/config/index.ts";

/**
 * Throws if a configured port is not available. Called before anything else, so that starting a second Groundcrew by mistake fails at
 * once.
 */
export async function probePorts({ host, port, opsHost, opsPort, demoSignOnPort, broker }: Config): Promise<void> {
  await probe(host, port);
  await probe(opsHost, opsPort);
  await probe("127.0.0.1", demoSignOnPort);
  if (broker.kind === "embedded") await probe(broker.host, broker.port);
}

/** Throws if a port is not available. */
export async function probe(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer().listen(port, host);
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
