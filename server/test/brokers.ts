import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { Db } from "../src/platform/db/index.ts";
import { credentialFiles, embeddedLink, externalLink } from "../src/platform/link/index.ts";
import { authenticateStations, startCredentialSync } from "../src/stations/index.ts";
import { openLinkServer, type LinkServer } from "./link-server.ts";
import { openMosquitto } from "./mosquitto.ts";

const log = pino({ level: "silent" });
const now = () => Date.now();
/** Long enough for a broker on a busy machine. */
const START_TIMEOUT_MS = 60_000;
export const SERVERS = { user: "console", password: "a long password of the servers" };

/** A broker with the servers that work on it. */
export type BrokerSetup = {
  /** The port for stations. */
  port: number;
  servers: LinkServer[];
  /** Does what the console does after a station's secret has changed. */
  cut(station: string): void;
  stop(): Promise<void>;
};

type On = { db: Db; url: string };

/** The embedded broker with its one server. */
export async function embeddedBroker({ db, url }: On): Promise<BrokerSetup> {
  const link = embeddedLink({ host: "127.0.0.1", port: 0, authenticate: authenticateStations(db), now, log });
  const server = await openLinkServer({ db, url, server: "one", link, isOwn: true, now });
  return {
    port: link.port(),
    servers: [server],
    cut: (station) => link.disconnect(station),
    stop: () => server.stop(),
  };
}

/** A Mosquitto that reads the credential files, with two servers. */
export async function mosquittoBroker({ db, url }: On): Promise<BrokerSetup> {
  const folder = await mkdtemp(join(tmpdir(), "mosquitto-"));
  const broker = await openMosquitto(folder);
  const files = credentialFiles({ folder: broker.credentials, login: SERVERS, pidFile: broker.pidFile, log });
  const credentials = await startCredentialSync({ db, files, log });
  await broker.start();
  const address = broker.url(SERVERS.user, encodeURIComponent(SERVERS.password));
  const open = (server: string) => {
    const link = externalLink({
      url: address,
      server,
      group: "a secret of the servers",
      startTimeoutMs: START_TIMEOUT_MS,
      now,
      log,
    });
    return openLinkServer({ db, url, server, link, isOwn: false, now });
  };
  const servers = [await open("one"), await open("two")];
  return {
    port: broker.port,
    servers,
    cut: () => undefined,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await credentials.stop();
      await broker.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
