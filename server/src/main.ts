import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { register } from "prom-client";
import { addressOf } from "./platform/address.ts";
import { buildApp } from "./start/app.ts";
import { watchBackups } from "./backup/index.ts";
import { startBackgroundWork, jobHandlers, notificationOptions } from "./start/background-work.ts";
import { endpoints, watchCertificates } from "./platform/certificates/index.ts";
import { watchPauses } from "./platform/clock/index.ts";
import { openBus, subjectPrefix, type Bus } from "./platform/bus/index.ts";
import { secretKey, type Config } from "./platform/config/index.ts";
import {
  notifiedCaches,
  retryWhileUnavailable,
  runOnOneServer,
  type Db,
  type OpenDatabase,
} from "./platform/db/index.ts";
import { openFiles, type FileStore } from "./platform/files/index.ts";
import { drainer, openOps } from "./platform/http/index.ts";
import { startJobs } from "./platform/jobs/index.ts";
import { allOf, stopAll, type Part } from "./platform/lib/index.ts";
import { listenForChanges, type ChangeFeed } from "./live/index.ts";
import { openServerLog } from "./platform/log.ts";
import { startNotifications, startResending } from "./notifications/index.ts";
import { openLink, type Stations } from "./start/open-link.ts";
import { watchReadiness } from "./readiness/index.ts";
import { readiness } from "./start/readiness.ts";
import { openOwnStun, watchTurnServer, type Relay } from "./platform/relay/index.ts";
import { watchRestores } from "./restores/index.ts";
import { Board, startCatchUp, type CatchUp } from "./stations/index.ts";
import {
  connectDatabase,
  setUpDatabase,
  type PreparedDatabase,
  type RegisterPart,
  type Report,
} from "./start/set-up-database.ts";
import { installationChecks, readinessCheck, watchSystem, type SystemWatch } from "./system/index.ts";
import { version } from "./platform/version.ts";
import { startTracing } from "./platform/tracing/index.ts";
import { watchStreams } from "./streams/index.ts";
import { watchInstallation } from "./start/watch-installation.ts";

/** A running server. */
export type Server = {
  /** URL of the console. */
  url: string;
  /** Address stations connect to. */
  brokerUrl: string;
  /** URL of `/healthz`, `/readyz` and `/metrics`. */
  opsUrl: string;
  /** Path of the file that lists the stations to simulate; null when there are none. */
  fleetFile: string | null;
  db: Db;
  stop: () => Promise<void>;
};

/** Dependencies of the server's parts. */
type AppContext = PreparedDatabase & { webApp: string | null };

/** The station list's state, and how to update it. */
type StationViews = { board: Board; refresh: CatchUp["refresh"] };

/** Consoles that come back after a restart are served first. */
const REGULAR_WORK_AFTER_MS = 5_000;
const WEB_APP = fileURLToPath(new URL("../../web/dist", import.meta.url));

/**
 * Starts all parts of a server in order; `stop` stops them in reverse. When a part fails, rejects with one sentence and leaves nothing
 * running. `webApp` is the folder of the built web app; null serves only the API.
 */
export async function startServer(config: Config, report: Report, webApp: string | null = WEB_APP): Promise<Server> {
  const parts: Part[] = [];
  const stop = () => stopAll(parts.splice(0));
  const own: RegisterPart = (part) => {
    parts.push(part);
    return part;
  };
  let database: OpenDatabase | null = null;
  try {
    const log = openServerLog(config);
    if (config.traces !== null) own(await startTracing(config.traces, { version: version(), log }));
    database = own(await connectDatabase(config, { report, log }));
    performance.mark("database opened");
    const context = await setUpDatabase(config, { report, own, log, database });
    const { drain, ...server } = await openParts({ ...context, webApp });
    return { ...server, stop: () => drain().finally(stop) };
  } catch (error) {
    // Report the root cause rather than a failure that follows from it.
    const reason = (await database?.behind(error)) ?? error;
    await stop().catch(() => {});
    throw reason;
  }
}

/** `drain` finishes the open requests while all other parts still run. */
type StartedParts = Omit<Server, "stop"> & { drain: () => Promise<void> };

async function openParts(context: AppContext): Promise<StartedParts> {
  const { config, db, databaseUrl, now, log, own } = context;
  const server = randomUUID();
  const pauses = own(watchPauses({ now }));
  const board = new Board(now, pauses.receivingUntil);
  const file = join(config.dataDir, "stations.board");
  const bus = openServerBus(context, server);
  const watched = { db, url: databaseUrl, board, server, file, bus, log };
  const catchUp = own(await retryWhileUnavailable(() => startCatchUp(watched)));
  performance.mark("board filled");
  const stations = await openLink(context, { ...catchUp, board, server, pauses, bus });
  performance.mark("broker started");
  const files = openFiles(config);
  const { relay } = own(await openRelay(context));
  const changes = own(listenForChanges(databaseUrl));
  const { link, commands } = stations;
  const ready = readiness({ config, db, isLinkUp: () => link.isUp(), files });
  const system = own(
    watchSystem({
      checks: [readinessCheck(ready), ...installationChecks(config)],
      isLinkUp: () => link.isUp(),
      onChange: () => changes.report({ topic: "system", station: null, orgId: null, forAdmins: false }),
      now,
      log,
    }),
  );
  const { url, drain } = await listen(context, { ...catchUp, board, changes, files, relay, system, ...stations });
  let isStopping = false;
  own(watchStreams({ db, commands, provider: config.brand.provider, now, log }));
  const notifying = await notificationOptions(context, url);
  own(startJobs({ db, url: databaseUrl, handlers: jobHandlers({ ...context, commands }, notifying), log }));
  own(startNotifications(notifying));
  const rejectedConnections = async () => (await link.allRejections()).connections;
  const background = { config, db, databaseUrl, board, changes, server, rejectedConnections, files, now, log };
  const startRegularWork = () => allOf([startBackgroundWork(background), startResending(notifying)]);
  own(runOnOneServer(startRegularWork, { url: databaseUrl, log, afterMs: REGULAR_WORK_AFTER_MS }));
  const checks = {
    ...ready,
    server: async () => (isStopping ? "It is stopping." : null),
  };
  own(allOf([watchReadiness(board), watchRestores({ db, now })]));
  own(watchBackups({ db, schedule: config.backup.schedule, now }));
  const folders = { dataDir: config.dataDir, backupDir: config.backup.schedule?.folder ?? null };
  own(watchInstallation({ checks, db, folders, databaseUrl: config.databaseUrl, version: version() }));
  own(watchCertificates(endpoints(config), { log }));
  const metrics = { registry: register, metricsOfThreads: () => link.metrics() };
  const ops = { host: config.opsHost, port: config.opsPort, checks, ...metrics };
  const { port } = own(await openOps({ ...ops, log }));
  return {
    url,
    brokerUrl: stations.brokerUrl,
    opsUrl: addressOf("http", config.opsHost, port),
    fleetFile: context.fleetFile,
    db,
    drain() {
      isStopping = true;
      return drain();
    },
  };
}

/** The connection to the other servers; null if none is configured. Servers with another key do not understand each other. */
function openServerBus({ config, log, own }: AppContext, server: string): Bus | null {
  const { natsUrls: urls } = config;
  if (urls === null) return null;
  const bus = openBus({ urls, name: `groundcrew ${server}`, prefix: subjectPrefix(secretKey(config)), log });
  own(bus);
  return bus;
}

/** The STUN and TURN servers for live video: the configured ones, or the server's own STUN server. */
async function openRelay({ config, now, log }: AppContext): Promise<Part & { relay: Relay }> {
  const { relay } = config;
  if (relay.kind === "own") {
    return openOwnStun({ ...relay, publicHost: relay.publicHost ?? new URL(originOf(config)).hostname }, log);
  }
  const { turn } = relay.relay;
  const watch = turn === null ? { stop: async () => {} } : watchTurnServer(turn, now);
  return { ...watch, relay: relay.relay };
}

async function listen(
  { config, db, databaseUrl, now, log, webApp, own }: AppContext,
  {
    board,
    refresh,
    changes,
    files,
    relay,
    system,
    link,
    commands,
    brokerPublicUrl,
  }: Stations & StationViews & { changes: ChangeFeed; files: FileStore; relay: Relay; system: SystemWatch },
): Promise<{ url: string; drain: () => Promise<void> }> {
  const { host, port } = config;
  const { app } = await buildApp({
    config,
    origin: originOf(config),
    db,
    caches: own(notifiedCaches({ url: databaseUrl, channel: "session_changes" })),
    board,
    changes,
    refresh,
    commands,
    files,
    relay,
    system,
    publicUrl: () => config.origin ?? app.listeningOrigin,
    rejections: () => link.rejections(),
    brokerPublicUrl,
    allRejections: () => link.allRejections(),
    disconnect: (station) => link.disconnect(station),
    now,
    log,
    version: version(),
    webApp,
  });
  const drain = drainer(app);
  own({ stop: drain });
  const address = await app.listen({ host, port });
  return { url: config.origin ?? address, drain };
}

function originOf({ origin, host, port }: Config): string {
  return origin ?? addressOf("http", host, port);
}
