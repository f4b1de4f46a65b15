import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { attempts } from "../platform/lib/index.ts";
import { traced } from "../platform/tracing/index.ts";
import type { BatchQueue } from "./batch-queue.ts";
import { watchQueue, type QueueName, type WatchedQueue } from "./metrics.ts";

const RETRY_MS = SECOND_MS;

type DrainOptions<Item> = {
  /** Its name in the metrics. */
  name: QueueName;
  /** Makes a batch ready to be stored, while the one before it may still be written. Never rejects. */
  prepare?: (batch: Item[]) => Promise<Item[]>;
  /**
   * Stores a batch; returns the items to store again with the next one. Rejects when the database is unavailable: the whole batch stays in
   * the queue.
   */
  store: (batch: Item[]) => Promise<Item[]>;
  /** How long items are collected before a batch that is not full, in ms. */
  gatherMs: number;
  /** How long until the first item that has to wait may be stored, in ms. */
  waitMs?: () => number;
  /** How long after a failed attempt the next one is made, in ms. */
  retryMs?: number | undefined;
  /** The text that is logged when a batch could not be stored. */
  failure: string;
  log: Logger;
};

/** Stores the items of a queue in batches, one at a time; items that arrive meanwhile go into the next batch. */
export function drainQueue<Item extends { station: string }>(queue: BatchQueue<Item>, options: DrainOptions<Item>) {
  const { gatherMs, waitMs = () => 0, retryMs = RETRY_MS } = options;
  let isStopped = false;
  let isUrgent = false;
  let running: Promise<void> | null = null;
  let attempt = Promise.withResolvers<void>();
  const timer = earliestTimer(() => void run());
  /** When the items that arrived while a batch was stored are due (ms). */
  let dueAt = Infinity;
  const watched = watchQueue(options.name, queue.size);
  const attempted = attempts(options);

  /** Stores one batch and those that are full by then, or everything when that is urgent, until one fails or all have to wait. */
  async function drain(): Promise<void> {
    // Lets other messages of the same tick join the first batch.
    await Promise.resolve();
    while (await storeNext()) if (!isUrgent && !queue.hasFullBatch()) break;
    running = null;
    isUrgent = false;
    if (!queue.isEmpty() && !isStopped)
      timer.runAfter(Math.max(Math.min(gatherMs, dueAt - performance.now()), waitMs()));
  }

  /** Stores one batch; false when nothing may be stored now. */
  async function storeNext(): Promise<boolean> {
    dueAt = Infinity;
    const batch = queue.take();
    // The remaining messages exceed the budget of their stations.
    if (batch.length === 0) {
      watched.rest();
      return false;
    }
    const isStored = await attempted(() => storeBatch(batch, { queue, watched }, options), false);
    if (!isStored && !isStopped) await sleep(retryMs);
    attempt.resolve();
    attempt = Promise.withResolvers();
    return isStored;
  }

  function run(): Promise<void> {
    timer.clear();
    running ??= drain();
    return running;
  }

  /** Stores everything, until that fails. */
  function settle(): Promise<void> {
    isUrgent = true;
    return run();
  }

  return {
    /** Stores the queue: at once when a batch is full, otherwise within a time (ms) in which more may arrive. */
    soon(withinMs = gatherMs): void {
      if (isStopped) return;
      watched.wait();
      if (running) dueAt = Math.min(dueAt, performance.now() + withinMs);
      else if (withinMs === 0 || queue.hasFullBatch()) void run();
      else timer.runAfter(withinMs);
    },
    settle,
    /** Resolves after the next attempt to store a batch. */
    nextAttempt(): Promise<void> {
      void run();
      return attempt.promise;
    },
    /** Stops after one last attempt. */
    async stop(): Promise<void> {
      isStopped = true;
      await running;
      await settle().finally(watched.stop);
    },
  };
}

/** Calls a function after the shortest of the times that it was asked to wait since its last call. */
function earliestTimer(call: () => void) {
  let timer: { timeout: NodeJS.Timeout; dueAt: number } | null = null;
  return {
    runAfter(ms: number): void {
      const dueAt = performance.now() + ms;
      if (timer && timer.dueAt <= dueAt) return;
      clearTimeout(timer?.timeout);
      timer = { timeout: setTimeout(call, ms), dueAt };
    },
    clear(): void {
      clearTimeout(timer?.timeout);
      timer = null;
    },
  };
}

/** Stores a batch; resolves with true. When it rejects, the batch is in the queue again. */
async function storeBatch<Item extends { station: string }>(
  batch: Item[],
  { queue, watched }: { queue: BatchQueue<Item>; watched: WatchedQueue },
  { name, prepare = async () => batch, store }: DrainOptions<Item>,
): Promise<boolean> {
  const queueAge = Math.round(watched.ageMs());
  const prepared = await prepare(batch);
  const beganAt = performance.now();
  try {
    const attributes = { "groundcrew.messages": prepared.length, "groundcrew.queue_age_ms": queueAge };
    const again = await traced(`store ${name}`, attributes, () => store(prepared));
    if (again.length > 0) queue.putBack(again);
    watched.observe({ outcome: "stored", messages: prepared.length, beganAt });
    return true;
  } catch (error) {
    queue.putBack(prepared);
    queue.shrink(prepared);
    watched.observe({ outcome: "failed", messages: prepared.length, beganAt });
    throw error;
  }
}
