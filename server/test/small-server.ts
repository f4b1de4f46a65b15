import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { MqttClient } from "mqtt";
import { pino } from "pino";
import { Registry } from "prom-client";
import { openOps } from "../src/platform/http/index.ts";
import { embeddedLink } from "../src/platform/link/index.ts";
import { freePort } from "./free-port.ts";
import type { Ports } from "./haproxy.ts";
import { connectStation, sendMessage } from "./station.ts";

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

/** How many stations connect at the same time: the servers of a test share a process, which HAProxy checks meanwhile. */
const AT_ONCE = 25;

/** Clients that act as stations behind HAProxy. */
export function smallStations(port: () => number) {
  const clients = new Map<string, MqttClient>();
  /** Stations whose connection was closed since it was opened. */
  const closed = new Set<string>();

  async function connectOne(name: string): Promise<void> {
    closed.delete(name);
    const client = await connectStation(port(), name);
    client.once("close", () => closed.add(name));
    clients.set(name, client);
    await sendMessage(client, "tele", {});
  }

  return {
    closed: () => [...closed].sort(),
    /** Connects stations, each of which sends a message. */
    async connect(names: readonly string[]): Promise<void> {
      for (let from = 0; from < names.length; from += AT_ONCE)
        await Promise.all(names.slice(from, from + AT_ONCE).map(connectOne));
    },
    async end(names: Iterable<string> = clients.keys()): Promise<void> {
      await Promise.all([...names].map(async (name) => clients.get(name)?.endAsync(true)));
    },
  };
}

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
