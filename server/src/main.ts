import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import pino, { type Logger } from "pino";
import { register } from "prom-client";
import { buildApp } from "./app.ts";
import { deleteAnswers } from "./audit/index.ts";
import type { Config } from "./config.ts";
import { checkWritable, migrate, migrationsPending, openDatabase, type Db, type OpenDatabase } from "./db/index.ts";
import { seedDemo } from "./demo/index.ts";
import { openOps, type Check } from "./http/index.ts";
import { embeddedLink, type EmbeddedLink } from "./link/index.ts";
import { deleteExpiredSessions } from "./sessions/index.ts";
import { authenticateStations, Board, keepBaselines, startCatchUp } from "./stations/index.ts";
import { startTelemetry } from "./telemetry/index.ts";

/** A running server. */
export type House = {
  /** Address of the console. */
  url: string;
  /** Address stations connect to. */
  brokerUrl: string;
  /** Address of `/healthz`, `/readyz` and `/metrics`. */
  opsUrl: string;
  db: Db;
  stop: () => Promise<void>;
};

/** Says what is being done, to the person who waits for it. */
type Say = (line: string) => void;
type Part = { stop: () => Promise<void> };

const now = () => Date.now();
const WEB_APP = fileURLToPath(new URL("../../web/dist/", import.meta.url));
const PACKAGE = new URL("../../package.json", import.meta.url);

/**
 * Builds and starts everything a server consists of, in order; `stop` ends it in reverse. Fails with one sentence, and
 * leaves nothing running then.
 */
export async function openHouse(config: Config, say: Say): Promise<House> {
  const parts: Part[] = [];
  const stop = async () => {
    for (const part of parts.splice(0).toReversed()) await part.stop();
  };
  const keep = <P extends Part>(part: P): P => {
    parts.push(part);
    return part;
  };
  try {
    return { ...(await openParts(config, say, keep)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Keep = <P extends Part>(part: P) => P;

async function openParts(config: Config, say: Say, keep: Keep): Promise<Omit<House, "stop">> {
  const log = pino({ level: config.logLevel, redact: ["req.headers", "*.password", "*.token"] });
  const server = randomUUID();

  say(config.databaseUrl === null ? "Starting PostgreSQL…" : "Connecting to PostgreSQL…");
  const database = keep(
    await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log: (line) => log.info(line) }),
  );
  const { db } = database;
  await migrate(database.url);
  await fill(db, config, say);

  const board = new Board(now);
  const catchUp = keep(await startCatchUp({ db, url: database.url, board, server, log }));
  const { link, brokerUrl } = await openLink(config, { db, board, server, log, keep });
  const url = await listen(config, { database, board, refresh: catchUp.refresh, log, keep });
  keep(keepBaselines({ db, now, log }));
  keep(sweep(db, log));
  const ops = keep(
    await openOps({
      host: "127.0.0.1",
      port: config.opsPort,
      checks: readiness(db, link),
      registry: register,
      log: (line) => log.warn(line),
    }),
  );
  return { url, brokerUrl, opsUrl: `http://127.0.0.1:${ops.port}`, db };
}

/** What the database must hold before anyone comes: the demo, or the first admin. */
async function fill(db: Db, { mode, brand, dataDir, stations }: Config, say: Say): Promise<void> {
  if (mode === "production") return;
  say("Preparing the demo…");
  await seedDemo(db, { dataDir, stations, now: now(), seed: DEMO_SEED, brand, log: say });
}
const DEMO_SEED = 20_260_101;

type LinkParts = { db: Db; board: Board; server: string; log: Logger; keep: Keep };

async function openLink(config: Config, parts: LinkParts): Promise<{ link: EmbeddedLink; brokerUrl: string }> {
  const { db, board, server, log, keep } = parts;
  if (config.broker.kind === "external")
    throw new Error("MQTT_URL is not supported yet: leave it out to use the embedded broker.");
  const { host, port } = config.broker;
  const link = embeddedLink({ host, port, authenticate: authenticateStations(db), now, log });
  // Stopped after the link, so that everything the link let in is still written.
  keep(startTelemetry({ db, link, board, server, now, linksBeginAnew: true, log }));
  keep({ stop: () => link.stop() });
  await link.start();
  return { link, brokerUrl: `mqtt://${urlHost(host)}:${link.port()}` };
}

type AppSurroundings = {
  database: OpenDatabase;
  board: Board;
  refresh: (names: readonly string[]) => Promise<void>;
  log: Logger;
  keep: Keep;
};

async function listen(config: Config, { database, board, log, keep }: AppSurroundings): Promise<string> {
  const { host, port, origin } = config;
  const app = await buildApp({
    config,
    origin: origin ?? `http://${urlHost(host)}:${port}`,
    db: database.db,
    board,
    log,
    version: version(),
    webApp: WEB_APP,
  });
  keep({ stop: () => app.close() });
  const address = await app.listen({ host, port });
  return origin ?? address;
}

/** What must hold for this server to do its work, each with the sentence for when it does not. */
function readiness(db: Db, link: EmbeddedLink): Readonly<Record<string, Check>> {
  return {
    database: async () => {
      await checkWritable(db);
      return null;
    },
    migrations: async () => {
      const pending = await migrationsPending(db);
      return pending.length === 0 ? null : `Not yet applied: ${pending.join(", ")}.`;
    },
    broker: async () => (link.connected() ? null : "The broker takes no connections."),
  };
}

/** Removes what has run out, every hour. */
function sweep(db: Db, log: Logger): Part {
  let running = Promise.resolve();
  async function run(): Promise<void> {
    try {
      await deleteExpiredSessions(db, new Date());
      await deleteAnswers(db, new Date(now() - DAY_MS));
    } catch (error) {
      log.warn({ err: error }, "expired sessions and answers could not be removed");
    }
  }
  const timer = setInterval(() => {
    running = run();
  }, HOUR_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function version(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(PACKAGE, "utf8"));
  return version;
}
