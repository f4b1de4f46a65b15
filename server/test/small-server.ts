import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { pino } from "pino";
import { Registry } from "prom-client";
import { openOps } from "../src/platform/http/index.ts";
import { embeddedLink } from "../src/platform/link/index.ts";
import { freePort } from "./free-port.ts";
import type { Ports } from "./haproxy.ts";

const log = pino({ level: "silent" });

/** A server with a broker and the addresses that HAProxy checks; its console answers with its name. */
export async function openSmallServer(name: string, address: Partial<{ host: string; ports: Ports }> = {}) {
  const { host = "127.0.0.1", ports = await freePorts() } = address;
  const received = new Set<string>();
  let isReady = true;

  async function start() {
    const authenticate = async () => ({ verdict: "accepted", epoch: 1 }) as const;
    const link = embeddedLink({
      host,
      port: ports.stations,
      authenticate,
      headStart: { ms: 0, stations: 1_000 },
      now: Date.now,
      log,
    });
    link.handle("tele", ({ station }) => void received.add(station));
    await link.start();
    const http = createServer((_, response) => void response.end(name)).listen(ports.console, host);
    await once(http, "listening");
    const checks = { database: async () => (isReady ? null : "It does not answer.") };
    const quiet = { info: () => {}, warn: () => {} };
    const ops = await openOps({ host, port: ports.ops, checks, registry: new Registry(), log: quiet });
    return { link, http, ops };
  }
  let running = await start();

  return {
    ports,
    received,
    set isReady(value: boolean) {
      isReady = value;
    },
    /** Ends everything at once, as the end of the process does. */
    async kill(): Promise<void> {
      const { link, http, ops } = running;
      await Promise.all([link.stop(), closeNow(http), ops.stop()]);
    },
    async restart(): Promise<void> {
      received.clear();
      running = await start();
    },
  };
}

export type SmallServer = Awaited<ReturnType<typeof openSmallServer>>;

/** Ports that are free at 127.0.0.1. */
export async function freePorts(): Promise<Ports> {
  return { stations: await freePort(), console: await freePort(), ops: await freePort() };
}

async function closeNow(server: Server): Promise<void> {
  const ended = once(server, "close");
  server.close();
  server.closeAllConnections();
  await ended;
}
