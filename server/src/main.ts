import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DAY_MS, HOUR_MS, WEEK_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { register } from "prom-client";
import { buildApp } from "./app.ts";
import { deleteAnswers } from "./audit/index.ts";
import type { Config } from "./config.ts";
import { checkWritable, migrate, migrationsPending, openDatabase, type Db } from "./db/index.ts";
import { seedDemo } from "./demo/index.ts";
import { startEvents } from "./events/index.ts";
import { openOps, type Check } from "./http/index.ts";
import { deleteEndedJobs, repeat, startJobs } from "./jobs/index.ts";
import { embeddedLink, externalLink, type Link } from "./link/index.ts";
import { openLog } from "./log.ts";
import { openMailer } from "./mail/index.ts";
import { deleteExpiredSessions } from "./sessions/index.ts";
import { authenticateStations, Board, keepBaselines, startCatchUp, type CatchUp } from "./stations/index.ts";
import { keepActivity, keepHistoryThin } from "./stats/index.ts";
import { alertHandler } from "./support-log/index.ts";
import { startTelemetry } from "./telemetry/index.ts";
import { deleteOldBuckets } from "./throttle/index.ts";
import { ensureFirstAdmin, passwordMails } from "./users/index.ts";
import { openWebhooks } from "./webhooks/index.ts";

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
/** Takes over a part that was started: it is stopped with the house. */
type Keep = <P extends Part>(part: P) => P;
/** What every part of the house works with. */
type Ground = { config: Config; db: Db; databaseUrl: string; log: Logger; keep: Keep };

const now = () => Date.now();
const WEB_APP = fileURLToPath(new URL("../../web/dist/", import.meta.url));
const PACKAGE = new URL("../../package.json", import.meta.url);
const DEMO_SEED = 20_260_101;

/**
 * Builds and starts everything a server consists of, in order; `stop` ends it in reverse. Fails with one sentence, and
 * leaves nothing running then.
 */
export async function openHouse(config: Config, say: Say): Promise<House> {
  const parts: Part[] = [];
  const stop = async () => {
    for (const part of parts.splice(0).toReversed()) await part.stop();
  };
  const keep: Keep = (part) => {
    parts.push(part);
    return part;
  };
  try {
    return { ...(await openParts(await layGround(config, { say, keep }))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The database, with what it must hold before anyone comes: the demo, or the first admin. */
async function layGround(config: Config, { say, keep }: { say: Say; keep: Keep }): Promise<Ground> {
  const log = openLog(config);
  say(config.databaseUrl === null ? "Starting PostgreSQL…" : "Connecting to PostgreSQL…");
  const { dataDir, databaseUrl, brand, stations, firstAdmin } = config;
  const database = keep(await openDatabase({ url: databaseUrl, dataDir, log: (line) => log.warn(line) }));
  await migrate(database.url);
  const { db } = database;
  if (config.mode === "demo") {
    say("Preparing the demo…");
    await seedDemo(db, { dataDir, stations, now: now(), seed: DEMO_SEED, brand, log: say });
  }
  if (firstAdmin) await ensureFirstAdmin(db, { ...firstAdmin, provider: brand.provider });
  return { config, db, databaseUrl: database.url, log, keep };
}

async function openParts(ground: Ground): Promise<Omit<House, "stop">> {
  const { config, db, databaseUrl, log, keep } = ground;
  const server = randomUUID();
  const board = new Board(now);
  const catchUp = keep(await startCatchUp({ db, url: databaseUrl, board, server, log }));
  const { link, brokerUrl } = await openLink(ground, { board, refresh: catchUp.refresh, server });
  const url = await listen(ground, { board, refresh: catchUp.refresh, link });
  keep(keepBaselines({ db, now, log }));
  keep(keepActivity({ db, now, log }));
  keep(keepHistoryThin({ db, now, log }));
  keep(startJobs({ db, url: databaseUrl, handlers: jobHandlers(ground, url), log }));
  keep(sweep(ground));
  const checks = readiness(db, link);
  const ops = { host: "127.0.0.1", port: config.opsPort, checks, registry: register };
  const { port } = keep(await openOps({ ...ops, log: (line) => log.warn(line) }));
  return { url, brokerUrl, opsUrl: `http://127.0.0.1:${port}`, db };
}

async function openLink(
  { config, db, log, keep }: Ground,
  { board, refresh, server }: { board: Board; refresh: CatchUp["refresh"]; server: string },
): Promise<{ link: Link; brokerUrl: string }> {
  const { broker } = config;
  const own =
    broker.kind === "embedded" ? embeddedLink({ ...broker, authenticate: authenticateStations(db), now, log }) : null;
  const link = own ?? externalLink({ url: broker.kind === "external" ? broker.url : "", server, now, log });
  // Stopped after the link, so that everything the link let in is still written.
  keep(startTelemetry({ db, link, board, server, now, linksBeginAnew: own !== null, log }));
  keep(startEvents({ db, link, refresh, now, log }));
  keep({ stop: () => link.stop() });
  await link.start();
  return { link, brokerUrl: broker.kind === "external" ? broker.url : addressOf("mqtt", broker.host, own?.port()) };
}

async function listen(
  { config, db, log, keep }: Ground,
  parts: { board: Board; refresh: (names: readonly string[]) => Promise<void>; link: Link },
): Promise<string> {
  const { host, port } = config;
  const { app } = await buildApp({
    config,
    origin: originOf(config),
    db,
    board: parts.board,
    refresh: parts.refresh,
    disconnect: (station) => parts.link.disconnect(station),
    log,
    version: version(),
    webApp: WEB_APP,
  });
  keep({ stop: () => app.close() });
  const address = await app.listen({ host, port });
  return config.origin ?? address;
}

/** What is done in the background; mails lead to the console at `origin`. */
function jobHandlers({ config, db, log }: Ground, origin: string) {
  const { brand, mail, dataDir } = config;
  const mailer = openMailer({ ...mail, dataDir, log });
  const webhooks = openWebhooks({ allowPrivate: config.webhooksMayBePrivate });
  return [
    passwordMails({ db, mailer, origin, product: brand.product, now: () => new Date() }),
    alertHandler({ db, mailer, webhooks, brand, origin }),
  ];
}

/** What must hold for this server to do its work, each with the sentence for when it does not. */
function readiness(db: Db, link: Link): Readonly<Record<string, Check>> {
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
function sweep({ db, log }: Ground): Part {
  async function removeOld(): Promise<void> {
    await deleteExpiredSessions(db, new Date());
    await deleteAnswers(db, new Date(now() - DAY_MS));
    await deleteOldBuckets(db, new Date(now() - DAY_MS));
    await deleteEndedJobs(db, new Date(now() - WEEK_MS));
  }
  return repeat(removeOld, { everyMs: HOUR_MS, failure: "what has run out could not be removed", log });
}

function originOf({ origin, host, port }: Config): string {
  return origin ?? addressOf("http", host, port);
}

function addressOf(scheme: string, host: string, port: number | undefined): string {
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function version(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(PACKAGE, "utf8"));
  return version;
}
