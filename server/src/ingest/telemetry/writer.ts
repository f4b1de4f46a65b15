import type { HandleMessage, MessageReader, Received } from "../../platform/link/index.ts";
import { drainQueue } from "../drain.ts";
import { telemetryParser } from "./parse-telemetry.ts";
import { queueTelemetry, withOwnBytes, type Item, type Queued } from "./telemetry-queue.ts";
import { batchStore, type StoreOptions } from "./write-items.ts";

/** How long changes are collected before they are written together. */
const GATHER_MS = 100;
/** The same for changes of a station's connection, which people wait for. */
const GATHER_CONNECTIONS_MS = 10;

type Handling = ReturnType<HandleMessage>;

export type WriterOptions = StoreOptions & {
  reader: Pick<MessageReader, "read">;
  /** How many messages are stored together, if not the usual number. */
  batchCount?: number | undefined;
  /** How long after a failed attempt the next one is made, if not the usual time. */
  retryMs?: number;
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
  const { store, followed } = batchStore(options);
  const drain = drainQueue(queue, {
    name: "telemetry",
    prepare: parser.parse,
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
    if (kind === "received" && queue.hasFullBatch()) return { pauseStation: queue.pause(station) };
  }

  return {
    pushReceived: (received) => push({ station: received.station, kind: "received", received: withOwnBytes(received) }),
    push: (station, item) => push({ station, kind: "parsed", bytes: 0, ...item }),
    flush: () => drain.settle().then(followed),
    stop: () => drain.stop().then(followed),
  };
}
