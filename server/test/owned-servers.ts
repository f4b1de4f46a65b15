import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { RECONNECTING, type Load } from "./crash-load.ts";
import { openHaproxy, SERVERS, type Haproxy, type ServerName } from "./haproxy.ts";
import { killableServer, WITH_LINK_THREAD, type ServerAddress } from "./killable-server.ts";
import { valueIn } from "./metrics.ts";

type OwnedServer = ReturnType<typeof killableServer> & { address: ServerAddress };

/** Three servers with brokers of their own on one database, behind HAProxy as in the example. `more` adds to their environment. */
export async function openOwnedServers(DATABASE_URL: string, more: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "owned-"));
  const SECRET_KEY = "Wq3vN8pXz5Lr1Tb7Ky4Hd9Jm2Sc6Fg0A";
  const servers = new Map<ServerName, OwnedServer>();
  for (const name of SERVERS) {
    const env = { DATABASE_URL, SECRET_KEY, DATA_DIR: join(folder, name), ...WITH_LINK_THREAD, ...more };
    const server = killableServer(env);
    servers.set(name, { ...server, address: await server.start() });
  }
  const ports = [...servers.values()].map(({ address: { url, opsUrl, brokerPort } }) => {
    return { stations: brokerPort, console: Number(new URL(url).port), ops: Number(new URL(opsUrl).port) };
  });
  const haproxy = await openHaproxy(folder, ports);

  function named(name: ServerName): OwnedServer {
    const server = servers.get(name);
    if (!server) throw new Error(`There is no server ${name}.`);
    return server;
  }

  /** The sum of a metric of all servers that run. */
  async function sum(metric: string, of: readonly ServerName[] = SERVERS): Promise<number> {
    const texts = await Promise.all(
      of.map(async (name) => (await fetch(new URL("/metrics", named(name).address.opsUrl))).text()),
    );
    return texts.reduce((total, text) => total + (valueIn(text, metric) ?? 0), 0);
  }

  return {
    haproxy,
    named,
    sum,
    async stop(): Promise<void> {
      await haproxy.stop();
      await Promise.all([...servers.values()].map((server) => server.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type OwnedServers = Awaited<ReturnType<typeof openOwnedServers>>;

/** Resolves when the births of all stations are accepted. */
export async function untilBorn({ stations }: Pick<Load, "stations">): Promise<void> {
  const missing = () => stations.filter((station) => !station.isBorn()).map(({ name }) => name);
  await expect.poll(missing, RECONNECTING).toEqual([]);
}

/** Lets every station return to the server that its name is hashed to; resolves with the stations of each. */
export async function returnToOwners(haproxy: Haproxy, load: Load): Promise<Map<string, ServerName>> {
  for (const name of SERVERS) await expect.poll(() => haproxy.isUp(name), RECONNECTING).toBe(true);
  const before = load.stations.map((station) => station.connection().closes);
  await haproxy.rebalance();
  const areClosed = () => load.stations.every((station, index) => station.connection().closes > (before[index] ?? 0));
  await expect.poll(areClosed, RECONNECTING).toBe(true);
  await untilBorn(load);
  return haproxy.owners();
}
