import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Db } from "../../platform/db/index.ts";
import { serialQueue, turns } from "../../platform/lib/index.ts";
import type { HandleMessage, MessageReader, Received } from "../../platform/link/index.ts";
import type { StateChange } from "../../stations/index.ts";
import { traced } from "../../platform/tracing/index.ts";
import type { BirthAnswer } from "./decide.ts";
import { drainQueue } from "../drain.ts";
import { rememberStates } from "./known-states.ts";
import { parseTelemetry } from "./parse-telemetry.ts";
import { pausedStations, queueTelemetry, withOwnBytes, type Item, type Queued } from "./telemetry-queue.ts";
import { writeHistorical } from "./write-historical.ts";
import { writeItems, type Written } from "./write-items.ts";

/** How long changes are collected before they are written together. */
const GATHER_MS = 100;
/** The same for changes of a station's connection, which people wait for. */
const GATHER_CONNECTIONS_MS = 10;
/** How many states are published together. */
const AT_ONCE = 64;
/** Stations whose last snapshot was invalid. */
const MAX_DOUBTFUL = 10_000;

type Handling = ReturnType<HandleMessage>;
type Parsed = Extract<Queued, { kind: "parsed" }>;

export type WriterOptions = {
  db: Db;
  reader: Pick<MessageReader, "read">;
  server: string;
  /** How many messages are stored together, if not the usual number. */
  batchCount?: number | undefined;
  /** How long after a failed attempt the next one is made, if not the usual time. */
  retryMs?: number;
  log: Logger;
  /** Called with every state once it is written. */
  onWritten: (changes: readonly StateChange[]) => void | Promise<void>;
  /** Called with every birth once its data is written, or once it is rejected. */
  answer: (births: readonly BirthAnswer[]) => Promise<void>;
};

export type Writer = {
  /** Queues a message with a snapshot, which is parsed when it is written. Returns a promise to wait for before the next one. */
  pushReceived(received: Received): Handling;
  /** Queues a change. Returns a promise when the queue is full: wait for it before pushing more. */
  push(station: string, item: Item): Handling;
  /** Writes everything queued. Resolves when it is written, or postponed because the database is unavailable. Never rejects. */
  flush(): Promise<void>;
  /** Writes everything queued a last time. */
  stop(): Promise<void>;
};

/** Collects stations' reports and writes them in batches, one after the other. Nothing is lost while the database is unavailable. */
export function createWriter(options: WriterOptions): Writer {
  const parser = telemetryParser(options.reader);
  const queue = queueTelemetry(parser.isDoubtful, options.batchCount);
  const paused = pausedStations();
  const { store, followed } = batchStore(options);
  const drain = drainQueue(queue, {
    name: "telemetry",
    prepare(batch) {
      paused.release(batch.map(({ station }) => station));
      return parser.parse(batch);
    },
    store,
    gatherMs: GATHER_MS,
    retryMs: options.retryMs,
    failure: "messages of stations could not be written and stay queued",
    log: options.log,
  });

  function push(queued: Queued): Handling {
    const { station, kind } = queued;
    queue.add(queued);
    if (queue.roomFor(station) !== "free") return drain.nextAttempt();
    drain.soon(kind === "received" ? GATHER_MS : GATHER_CONNECTIONS_MS);
    // The station's next message would overtake this one, and costs least when it is read together with those that follow.
    if (kind === "received" && queue.hasFullBatch()) return { pauseStation: paused.pause(station) };
  }

  return {
    pushReceived: (received) => push({ station: received.station, kind: "received", received: withOwnBytes(received) }),
    push: (station, item) => push({ station, kind: "parsed", bytes: 0, ...item }),
    flush: () => drain.settle().then(followed),
    stop: () => drain.stop().then(followed),
  };
}

/** Parses the snapshots of a batch. */
function telemetryParser({ read }: Pick<MessageReader, "read">) {
  const doubtful = new LRUCache<string, true>({ max: MAX_DOUBTFUL });

  function parseOne(queued: Queued): Queued {
    if (queued.kind === "parsed") return queued;
    const { station, received } = queued;
    const parsed = parseTelemetry(received, read);
    if (parsed.change.kind === "invalid") doubtful.set(station, true);
    else doubtful.delete(station);
    return { station, kind: "parsed", bytes: received.payload.length, ...parsed };
  }

  return {
    /** Whether the last snapshot of a station was invalid. */
    isDoubtful: (station: string) => doubtful.has(station),
    async parse(batch: readonly Queued[]): Promise<Queued[]> {
      const parsed: Queued[] = [];
      const turn = turns();
      for (const queued of batch) {
        await turn();
        parsed.push(parseOne(queued));
      }
      return parsed;
    },
  };
}

/** Writes the changes of a batch, and answers its births. */
function batchStore({ db, server, log, onWritten, answer }: WriterOptions) {
  const known = rememberStates(db);
  const following = serialQueue();
  /** Messages that are written but for their historical points, and so may be in the queue again: decided again, a birth would be behind. */
  const decided = new WeakSet<Parsed>();

  /** Publishes states and answers births. */
  async function follow({ changes, answers }: Written): Promise<void> {
    await traced("publish states", { "groundcrew.stations": changes.length }, async () => {
      const turn = turns();
      for (let at = 0; at < changes.length; at += AT_ONCE) {
        await turn();
        await onWritten(changes.slice(at, at + AT_ONCE));
      }
    });
    if (answers.length > 0) await answer(answers);
  }

  /**
   * While the next batch is written, but in order: the consequences of one batch come before those of the next. So a board that
   * hangs stops everything after one more batch, and the queue bounds the waiting messages.
   */
  async function followLater(written: Written): Promise<void> {
    await following.idle();
    following
      .run(() => follow(written))
      .catch((error: unknown) => log.error({ err: error }, "states were not published"));
  }

  async function storeMessages(messages: readonly Parsed[]): Promise<Queued[]> {
    const undecided = messages.filter((message) => !decided.has(message));
    const byStation = Map.groupBy(undecided, ({ station }) => station);
    try {
      const written = await writeItems(byStation, { known, db, server, log });
      const again = new Set(written.again);
      for (const message of undecided) if (!again.has(message.station)) decided.add(message);
      await followLater(written);
      const historical = messages.flatMap((message) => message.historical ?? []);
      await writeHistorical(historical, { known, db, log });
      return [...again].flatMap((station) => byStation.get(station) ?? []);
    } catch (error) {
      // The write may have succeeded anyway, so the cached states may be outdated.
      known.forget(messages.map(({ station }) => station));
      throw error;
    }
  }

  return {
    store: (batch: readonly Queued[]) => storeMessages(batch.filter((queued) => queued.kind === "parsed")),
    /** Resolves when everything that follows from stored batches is done. */
    followed: async () => void (await following.idle()),
  };
}
