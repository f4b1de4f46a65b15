import { setPriority } from "node:os";
import type { MessagePort } from "node:worker_threads";
import type { Logger } from "pino";
import { register } from "prom-client";
import { startDatabaseClock, watchPauses } from "../platform/clock/index.ts";
import { everyTenant } from "../platform/db/connect.ts";
import { openDatabase } from "../platform/db/index.ts";
import { startEvents, startTelemetry } from "../ingest/index.ts";
import { stopAll, type Part } from "../platform/lib/index.ts";
import { embeddedLink, type EmbeddedLink, type Received } from "../platform/link/index.ts";
import { openServerLog } from "../platform/log.ts";
import { pendingAnswers, type FromThread, type ThreadSetup, type ToThread } from "./index.ts";
import { authenticateStations, rowLines, type WrittenState } from "../stations/index.ts";
import { startTracing } from "../platform/tracing/index.ts";
import { version } from "../platform/version.ts";

/** When all processors are busy, requests of people come first. */
const NICENESS = 5;
/** It stores one batch of snapshots and one of events at a time; the others are for authentication and births. */
const CONNECTIONS = 5;
/** Large batches cost less for each snapshot, and delay nothing else here. */
const BATCH_COUNT = 1_000;

/**
 * Receives and stores stations' messages in this thread, which is not the main one, until the main thread stops it. What is written is
 * reported to the main thread, which has the board and the API. `wrap` may add to the link.
 */
export async function runLinkThread(
  main: MessagePort,
  setup: ThreadSetup,
  wrap: (link: EmbeddedLink) => EmbeddedLink = (link) => link,
): Promise<void> {
  const parts: Part[] = [];
  const post = (message: FromThread) => main.postMessage(message);
  const handled = pendingAnswers<readonly string[]>();
  const linesOf = rowLines();
  const link = await open(setup, {
    own(part) {
      parts.push(part);
      return part;
    },
    post,
    wrap,
    async show(changes) {
      await handled.ask((id) => post({ kind: "written", id, lines: linesOf(changes) }));
    },
    silentSince: (since) => handled.ask((id) => post({ kind: "silent_since", id, since })),
    // A copy, because the payload is part of everything that arrived together.
    async forward({ payload, ...message }) {
      await handled.ask((id) =>
        post({ kind: "received", id, message: { ...message, payload: new Uint8Array(payload) } }),
      );
    },
  });

  async function publish({ id, topic, payload }: Extract<ToThread, { kind: "publish" }>): Promise<void> {
    post({ kind: "published", id, isSent: await link.publish(topic, payload) });
  }

  async function report(id: number): Promise<void> {
    const metrics = await register.getMetricsAsJSON();
    const rejections = { connections: link.rejectedConnections(), messages: link.reader.invalidMessages() };
    post({ kind: "reported", id, report: { rejections, metrics } });
  }

  async function stop(): Promise<void> {
    await stopAll(parts);
    post({ kind: "stopped" });
    // With it, nothing is left to wait for except the last lines of the log.
    main.close();
  }

  main.on("message", (message: ToThread) => {
    switch (message.kind) {
      case "publish":
        return void publish(message);
      case "disconnect":
        return link.disconnect(message.station);
      case "report":
        return void report(message.id);
      case "handled":
        return handled.answer(message.id, message.silent);
      case "stop":
        return void stop();
    }
  });
  await link.start();
  post({ kind: "listening", port: link.port() });
}

type ThreadContext = {
  own: <P extends Part>(part: P) => P;
  post: (message: FromThread) => void;
  wrap: (link: EmbeddedLink) => EmbeddedLink;
  show: (changes: readonly WrittenState[]) => Promise<void>;
  silentSince: (since: number) => Promise<readonly string[]>;
  /** Has the main thread handle a message. Until it has, nothing more is read from the station. */
  forward: (message: Received) => Promise<void>;
};

/** Opens everything but the port. */
async function open(
  setup: ThreadSetup,
  { own, post, wrap, show, silentSince, forward }: ThreadContext,
): Promise<EmbeddedLink> {
  const { broker, databaseUrl, server, eventLimits, config, forwarded } = setup;
  const log = openServerLog(config);
  lowerPriority(log);
  if (config.traces !== null) own(await startTracing(config.traces, { version: version(), log }));
  const warn = (line: string) => log.warn(line);
  const database = own(await openDatabase({ url: databaseUrl, dataDir: "", connections: CONNECTIONS, log: warn }));
  const db = everyTenant(database.db);
  const { now } = own(await startDatabaseClock({ db, wall: () => Date.now(), log }));
  const pauses = own(watchPauses({ now }));
  const link = wrap(embeddedLink({ ...broker, authenticate: authenticateStations(db), now, log }));
  // Stopped after the link, so that everything received over the link is still written.
  const telemetry = { db, link, show, silentSince, server, now, pauses, log };
  own(startTelemetry({ ...telemetry, isOwnBroker: true, batchCount: BATCH_COUNT }));
  const refresh = async (stations: readonly string[]) => post({ kind: "refresh", stations });
  own(startEvents({ db, link, refresh, limits: eventLimits, now, log }));
  for (const topic of forwarded) link.handle(topic, forward);
  own({ stop: () => link.stop() });
  return link;
}

function lowerPriority(log: Logger): void {
  // Elsewhere it would be the priority of the whole process.
  if (process.platform !== "linux") return;
  try {
    setPriority(0, NICENESS);
  } catch (error) {
    log.warn({ err: error }, "the priority of the thread of the station link could not be lowered");
  }
}
