import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { ingestEvents, type IngestOptions } from "./ingest-events.ts";
import type { queueEvents } from "./waiting.ts";

const RETRY_MS = SECOND_MS;

/** Stores the events of a queue, one batch after the other: while one is stored, the next gathers. */
export function drainQueue(queue: ReturnType<typeof queueEvents>, taking: IngestOptions) {
  let isStopped = false;
  let underWay: Promise<void> | null = null;
  let attempt = Promise.withResolvers<void>();
  let later: NodeJS.Timeout | undefined;

  async function drain(): Promise<void> {
    // Whatever else comes in at this moment is in the first batch, too.
    await Promise.resolve();
    try {
      await storeBatches();
    } finally {
      underWay = null;
    }
    // Something may have come in since the last look.
    if (!isStopped && !queue.isEmpty() && queue.waitMs() === 0) void settle();
  }

  async function storeBatches(): Promise<void> {
    while (!queue.isEmpty()) {
      const batch = queue.take();
      if (batch.length === 0) return drainLater();
      let hasFailed = false;
      try {
        await ingestEvents(batch, taking);
      } catch (error) {
        hasFailed = true;
        queue.putBack(batch);
        taking.log.error({ err: error, events: batch.length }, "events of stations could not be stored and are kept");
        if (!isStopped) await sleep(RETRY_MS);
      }
      attempt.resolve();
      attempt = Promise.withResolvers();
      if (hasFailed && isStopped) return;
    }
  }

  /** All that waits is beyond the budget of its station. */
  function drainLater(): void {
    clearTimeout(later);
    if (!isStopped) later = setTimeout(() => void settle(), queue.waitMs());
  }

  function settle(): Promise<void> {
    underWay ??= drain();
    return underWay;
  }

  return {
    settle,
    /** Done when some of what waits has been dealt with. */
    nextAttempt: () => attempt.promise,
    /** Stops after a last attempt. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(later);
      await settle();
    },
  };
}
