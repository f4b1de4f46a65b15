import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { ingestEvents, type IngestOptions } from "./ingest-events.ts";
import type { queueEvents } from "./waiting.ts";

const RETRY_MS = SECOND_MS;

/** Stores the events of a queue in batches, one at a time; events that arrive meanwhile go into the next batch. */
export function drainQueue(queue: ReturnType<typeof queueEvents>, options: IngestOptions) {
  let isStopped = false;
  let running: Promise<void> | null = null;
  let attempt = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;

  async function drain(): Promise<void> {
    // Lets other messages of the same tick join the first batch.
    await Promise.resolve();
    try {
      await storeBatches();
    } finally {
      running = null;
    }
    // Events may have arrived since the queue was last checked.
    if (!isStopped && !queue.isEmpty() && queue.waitMs() === 0) void settle();
  }

  async function storeBatches(): Promise<void> {
    while (!queue.isEmpty()) {
      const batch = queue.take();
      if (batch.length === 0) return drainLater();
      let hasFailed = false;
      try {
        await ingestEvents(batch, options);
      } catch (error) {
        hasFailed = true;
        queue.putBack(batch);
        options.log.error(
          { err: error, events: batch.length },
          "events of stations could not be stored; they stay in the queue",
        );
        if (!isStopped) await sleep(RETRY_MS);
      }
      attempt.resolve();
      attempt = Promise.withResolvers();
      if (hasFailed && isStopped) return;
    }
  }

  /** For when all waiting events exceed their stations' budgets. */
  function drainLater(): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void settle(), queue.waitMs());
  }

  function settle(): Promise<void> {
    running ??= drain();
    return running;
  }

  return {
    settle,
    /** Resolves after the next attempt to store a batch. */
    nextAttempt: () => attempt.promise,
    /** Stops after one last attempt. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await settle();
    },
  };
}
