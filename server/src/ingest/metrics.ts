import { SECOND_MS } from "@groundcrew/shared/lib";
import { Counter, Histogram } from "prom-client";
import { gaugesOf } from "../platform/lib/index.ts";

/** The contents of a queue of the ingest. */
export type QueueName = "telemetry" | "events";

type QueueState = {
  name: QueueName;
  waiting: () => number;
  /** Since when nothing was stored although something may be (`performance.now()`); null while nothing waits for that. */
  stuckSince: () => number | null;
};

const queues = gaugesOf<QueueState>();

queues.add(
  {
    name: "groundcrew_ingest_queue_messages",
    help: "Messages of stations that wait to be stored, by queue: telemetry, events.",
    labelNames: ["queue"],
  },
  (waiting, { name, waiting: count }) => waiting.inc({ queue: name }, count()),
);

queues.add(
  {
    name: "groundcrew_ingest_queue_age_seconds",
    help: "How long a queue has stored nothing although it may, by queue. Normally below a second.",
    // Of several threads.
    aggregator: "max",
    labelNames: ["queue"],
  },
  (age, { name, stuckSince }) => {
    const now = performance.now();
    age.inc({ queue: name }, (now - (stuckSince() ?? now)) / SECOND_MS);
  },
);

const batchDuration = new Histogram({
  name: "groundcrew_ingest_batch_duration_seconds",
  help: "How long it took to store a batch of messages, by queue and outcome: stored, failed (stays in the queue).",
  labelNames: ["queue", "outcome"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

const batchMessages = new Counter({
  name: "groundcrew_ingest_batch_messages_total",
  help: "Messages in these batches, by queue and outcome.",
  labelNames: ["queue", "outcome"],
});

/** An attempt to store a batch. `beganAt` is a value of `performance.now()`. */
type Attempt = { outcome: "stored" | "failed"; messages: number; beganAt: number };

/** Includes a queue in the metrics until it is stopped. `waiting` counts its messages. */
export function watchQueue(name: QueueName, waiting: () => number) {
  let stuckSince: number | null = null;
  const state: QueueState = { name, waiting, stuckSince: () => stuckSince };
  return {
    ...queues.watch(state),
    /** How long nothing has been stored although something may be (ms). */
    ageMs: () => (stuckSince === null ? 0 : performance.now() - stuckSince),
    /** Records that messages are waiting to be stored. */
    wait: () => void (stuckSince ??= performance.now()),
    observe({ outcome, messages, beganAt }: Attempt): void {
      const now = performance.now();
      if (outcome === "stored") stuckSince = waiting() === 0 ? null : now;
      batchDuration.observe({ queue: name, outcome }, (now - beganAt) / SECOND_MS);
      batchMessages.inc({ queue: name, outcome }, messages);
    },
    /** Keeps the waiting messages in the queue until later, because they may not be stored yet. */
    rest(): void {
      stuckSince = null;
    },
  };
}
export type WatchedQueue = ReturnType<typeof watchQueue>;
