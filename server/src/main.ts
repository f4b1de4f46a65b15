import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultBrand } from "@groundcrew/shared/brand";
import type { RefusedStation } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { register } from "prom-client";
import { addressOf } from "./address.ts";
import { buildApp } from "./app.ts";
import { startDatabaseClock, watchPauses, type DatabaseClock, type Pauses } from "./clock/index.ts";
import { type Config, secretKey } from "./config/index.ts";
import {
  connectPatiently,
  openDatabase,
  prepareDatabase,
  retryWhileAway,
  type Db,
  type OpenDatabase,
} from "./db/index.ts";
import { startEvents } from "./events/index.ts";
import { diskStore, s3Store, type FileStore } from "./files/index.ts";
import { drainer, openOps } from "./http/index.ts";
import { startJobs } from "./jobs/index.ts";
import { openCommands, type Commands, type Link } from "./link/index.ts";
import { openLog, readableLog } from "./log.ts";
import { openMailer } from "./mail/index.ts";
import { openStationLink } from "./station-link/index.ts";
import { readiness } from "./readiness.ts";
import { providerName, renamedProvider } from "./organizations/index.ts";
import { openRelay, type Relay } from "./relay/index.ts";
import { keepErrorsFor } from "./station-errors/index.ts";
import { Board, keepBaselines, startCatchUp, type CatchUp } from "./stations/index.ts";
import { keepActivity, keepHistoryThin } from "./stats/index.ts";
import { watchStreams } from "./streams/index.ts";
import { alertHandler } from "./support-log/index.ts";
import { sweep } from "./sweep.ts";
import { startTelemetry } from "./telemetry/index.ts";
import { ensureFirstAdmin, invitationMails, isDemo, passwordChangedMails, passwordMails } from "./users/index.ts";
import { openWebhooks } from "./webhooks/index.ts";

/** A running server. */
export type House = {
  /** Address of the console. */
  url: string;
  /** Address stations connect to. */
  brokerUrl: string;
  /** Address of `/healthz`, `/readyz` and `/metrics`. */
  opsUrl: string;
  /** Says which stations are to be simulated; null when none is. */
  fleetFile: string | null;
  db: Db;
  stop: () => Promise<void>;
};

/** Says what is being done, to the person who waits for it. */
type Say = (line: string) => void;
type Part = { stop: () => Promise<void> };
/** Takes over a part that was started: it is stopped with the house. */
type Keep = <P extends Part>(part: P) => P;
/** What every part of the house works with. */
type Ground = {
  config: Config;
  db: Db;
  databaseUrl: string;
  fleetFile: string | null;
  /** The time at every server. */
  now: DatabaseClock["now"];
  log: Logger;
  webApp: string | null;
  keep: Keep;
};

/** What is shown of stations, and how to bring it up to date. */
type Shown = { board: Board; refresh: CatchUp["refresh"] };

const WEB_APP = fileURLToPath(new URL("../../web/dist/", import.meta.url));
const PACKAGE = new URL("../../package.json", import.meta.url);
const DEMO_SEED = 20_260_101;

/**
 * Builds and starts everything a server consists of, in order; `stop` ends it in reverse. Fails with one sentence, and
 * leaves nothing running then. `webApp` is the folder of the built web app; null opens a house with the API alone.
 */
export async function openHouse(config: Config, say: Say, webApp: string | null = WEB_APP): Promise<House> {
  const parts: Part[] = [];
  const stop = () => stopAll(parts.splice(0));
  const keep: Keep = (part) => {
    parts.push(part);
    return part;
  };
  let database: OpenDatabase | null = null;
  try {
    const log = openLog(config, config.mode === "demo" ? readableLog(process.stderr) : undefined);
    database = keep(await openBase(config, { say, log }));
    const ground = await layGround(config, { say, keep, log, database });
    const { drain, ...house } = await openParts({ ...ground, webApp });
    return { ...house, stop: () => drain().finally(stop) };
  } catch (error) {
    // What went wrong first is what is to be told.
    const reason = (await database?.behind(error)) ?? error;
    await stop().catch(() => {});
    throw reason;
  }
}

/** Ends parts in reverse order. One that fails keeps none of the others from ending; the first failure is told then. */
async function stopAll(parts: readonly Part[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts.toReversed()) await part.stop().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function openBase(config: Config, { say, log }: { say: Say; log: Logger }) {
  const { databaseUrl: url, migrationDatabaseUrl: ownerUrl, dataDir } = config;
  say(url === null ? "Starting PostgreSQL…" : "Connecting to PostgreSQL…");
  return openDatabase({ url, ownerUrl, dataDir, say, log: (line) => log.warn(line) });
}

type Base = { say: Say; keep: Keep; log: Logger; database: OpenDatabase };

/** What the database must hold before anyone comes: its tables, and the demo or the first admin. */
async function layGround(config: Config, { say, keep, log, database }: Base): Promise<Omit<Ground, "webApp">> {
  await prepareDatabase(database, (line) => log.warn(line));
  const { now } = keep(await startDatabaseClock({ db: database.db, wall: () => Date.now(), log }));
  const patient = connectPatiently(database.url);
  try {
    const named = await withProvider(patient, config);
    if (config.brand.provider !== named.brand.provider && config.brand.provider !== defaultBrand.provider)
      say(renamedProvider(config.brand.provider, named.brand.provider));
    const fleetFile = await fill(patient, named, { say, now });
    await withProvider(patient, named);
    return { config: named, db: database.db, databaseUrl: database.url, fleetFile, now, log, keep };
  } finally {
    await patient.destroy();
  }
}

/** The settings with the provider that the database knows, once it does. */
async function withProvider(db: Db, config: Config): Promise<Config> {
  const provider = await providerName(db, config.brand.provider);
  return { ...config, brand: { ...config.brand, provider } };
}

/** Returns the path of the demo's fleet file, null when no station is simulated. */
async function fill(db: Db, config: Config, { say, now }: Pick<Ground, "now"> & { say: Say }): Promise<string | null> {
  const { mode, dataDir, brand, stations, firstAdmin } = config;
  if (mode === "demo") {
    say("Preparing the demo…");
    // oxlint-disable-next-line no-restricted-imports -- nothing else loads the demo
    const { seedDemo } = await import("../demo/index.ts");
    return seedDemo(db, { dataDir, stations, now: now(), seed: DEMO_SEED, brand, log: say });
  }
  if (await isDemo(db)) {
    throw new Error(
      "The database holds the demo, with passwords everybody knows. Choose another DATA_DIR or DATABASE_URL.",
    );
  }
  await ensureFirstAdmin(db, brand.provider, firstAdmin);
  return null;
}

/** `drain` ends what people ask while everything else still works. */
type Opened = Omit<House, "stop"> & { drain: () => Promise<void> };

async function openParts(ground: Ground): Promise<Opened> {
  const { config, db, databaseUrl, now, log, keep } = ground;
  const server = randomUUID();
  const pauses = keep(watchPauses({ now }));
  const board = new Board(now, pauses.heardUntil);
  const catchUp = keep(await retryWhileAway(() => startCatchUp({ db, url: databaseUrl, board, server, log })));
  const { refresh } = catchUp;
  const stations = await openLink(ground, { board, refresh, server, pauses });
  const { imageStore, dataDir } = config;
  const files = imageStore === null ? diskStore(join(dataDir, "images")) : s3Store(imageStore);
  const { relay } = keep(await openRelayOf(ground));
  const { url, drain } = await listen(ground, { board, refresh, files, relay, ...stations });
  let isStopping = false;
  keep(watchStreams({ db, commands: stations.commands, provider: config.brand.provider, now, log }));
  keep(keepBaselines({ db, now, log }));
  keep(keepActivity({ db, now, log }));
  keep(keepHistoryThin({ db, now, log }));
  keep(startJobs({ db, url: databaseUrl, handlers: jobHandlers(ground, url), log }));
  keep(sweep({ db, files, now, log }));
  keep(keepErrorsFor(config.errorsKeptDays, { db, now, log }));
  const checks = {
    ...readiness({ config, db, link: stations.link, files }),
    server: async () => (isStopping ? "It is stopping." : null),
  };
  const ops = { host: "127.0.0.1", port: config.opsPort, checks, registry: register };
  const { port } = keep(await openOps({ ...ops, log: (line) => log.warn(line) }));
  return {
    url,
    brokerUrl: stations.brokerUrl,
    opsUrl: `http://127.0.0.1:${port}`,
    fleetFile: ground.fleetFile,
    db,
    drain() {
      isStopping = true;
      return drain();
    },
  };
}

/** The way to the stations, and back. */
type Stations = {
  link: Link;
  commands: Commands;
  refused: () => RefusedStation[] | null;
  brokerUrl: string;
  brokerPublicUrl: string | null;
};

async function openLink(
  { config, db, now, log, keep }: Ground,
  { board, refresh, server, pauses }: Shown & { server: string; pauses: Pauses },
): Promise<Stations> {
  const opened = await openStationLink({ config, db, server, now, log, keep });
  const { link, isOwn, refused } = opened;
  // Stopped after the link, so that everything the link let in is still written.
  keep(startTelemetry({ db, link, board, server, now, pauses, linksBeginAnew: isOwn, log }));
  keep(startEvents({ db, link, refresh, limits: config.eventLimits, keptDays: config.eventsKeptDays, now, log }));
  const isUp = (station: string) => board.find(station, { orgId: null, admin: true })?.isUp ?? false;
  const commands = openCommands({ link, server, isUp, now });
  keep({
    async stop() {
      await commands.stop();
      await link.stop();
    },
  });
  await link.start();
  return { link, commands, refused, brokerUrl: opened.brokerUrl(), brokerPublicUrl: opened.brokerPublicUrl() };
}

/** The servers that help live video on its way: those that are given, or our own. */
async function openRelayOf({ config, log }: Ground): Promise<Part & { relay: Relay }> {
  const { relay, dataDir } = config;
  if (relay.kind === "given") return { relay: relay.relay, stop: async () => {} };
  const publicHost = relay.publicHost ?? new URL(originOf(config)).hostname;
  return openRelay({ ...relay, publicHost, dataDir, secretKey: secretKey(config) }, log);
}

async function listen(
  { config, db, now, log, webApp, keep }: Ground,
  {
    board,
    refresh,
    files,
    relay,
    link,
    commands,
    refused,
    brokerPublicUrl,
  }: Stations & Shown & { files: FileStore; relay: Relay },
): Promise<{ url: string; drain: () => Promise<void> }> {
  const { host, port } = config;
  const { app } = await buildApp({
    config,
    origin: originOf(config),
    db,
    board,
    refresh,
    commands,
    files,
    relay,
    publicUrl: () => config.origin ?? app.listeningOrigin,
    refused,
    brokerPublicUrl,
    unread: () => link.reader.unread(),
    disconnect: (station) => link.disconnect(station),
    now,
    log,
    version: version(),
    webApp,
  });
  const drain = drainer(app);
  keep({ stop: drain });
  const address = await app.listen({ host, port });
  return { url: config.origin ?? address, drain };
}

/** What is done in the background; mails lead to the console at `origin`. */
function jobHandlers({ config, db, now, log }: Ground, origin: string) {
  const { brand, mail, dataDir } = config;
  const mailer = openMailer({ ...mail, dataDir, log });
  const webhooks = openWebhooks({ allowPrivate: config.webhooksMayBePrivate });
  const mails = { db, mailer, origin, product: brand.product, now: () => new Date(now()) };
  const alerts = alertHandler({ db, mailer, webhooks, brand, origin });
  return [passwordMails(mails), passwordChangedMails(mails), invitationMails(mails), alerts];
}

function originOf({ origin, host, port }: Config): string {
  return origin ?? addressOf("http", host, port);
}

function version(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(PACKAGE, "utf8"));
  return version;
}
