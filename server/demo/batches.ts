import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { BatchOrder, ThreadContext } from "./batch-thread.ts";
import { idsFrom, makeBatch, type MadeBatch } from "./make-batch.ts";
import type { Plan } from "./plan.ts";

/** Stations inserted by one set of statements, so that the statements do not grow with the fleet. */
const BATCH_SIZE = 50;
/** Smaller fleets are inserted before threads have started. */
const MIN_FOR_THREADS = 2_000;
const MAX_THREADS = 2;
/** Batches that each thread has to make. */
const ORDERED = 3;
/** Ids of support log entries for a batch that a thread makes. */
const IDS = 50_000;

type LoadContext = ThreadContext & { firstId: number };

/** Makes the batches of a fleet, in order, those of a large one in threads. */
export function loadBatches(plans: readonly Plan[], context: LoadContext): AsyncGenerator<MadeBatch> {
  return plans.length < MIN_FOR_THREADS ? makeHere(plans, context) : makeInThreads(plans, context);
}

/** The stations of each batch. */
export function batchesOf(plans: readonly Plan[]): (readonly Plan[])[] {
  const count = Math.ceil(plans.length / BATCH_SIZE);
  return Array.from({ length: count }, (_, nth) => plans.slice(nth * BATCH_SIZE, (nth + 1) * BATCH_SIZE));
}

async function* makeHere(plans: readonly Plan[], { firstId, ...context }: LoadContext): AsyncGenerator<MadeBatch> {
  const ids = idsFrom(firstId);
  for (const some of batchesOf(plans)) {
    const batch = await makeBatch(some, { ...context, takeIds: ids.take });
    yield { ...batch, nextId: ids.next() };
  }
}

async function* makeInThreads(plans: readonly Plan[], { firstId, ...context }: LoadContext): AsyncGenerator<MadeBatch> {
  const threads = Array.from({ length: Math.min(MAX_THREADS, availableParallelism()) }, () => startThread(context));
  const ordered: Promise<MadeBatch>[] = [];
  try {
    for (const [nth, some] of batchesOf(plans).entries()) {
      const thread = threads[nth % threads.length];
      if (thread) ordered.push(thread.make({ plans: some, firstId: firstId + nth * IDS }));
      if (ordered.length >= ORDERED * threads.length) yield* await next(ordered);
    }
    while (ordered.length > 0) yield* await next(ordered);
  } finally {
    await Promise.all(threads.map(({ stop }) => stop()));
  }
}

async function next(ordered: Promise<MadeBatch>[]): Promise<MadeBatch[]> {
  const batch = await ordered.shift();
  return batch ? [batch] : [];
}

function startThread(context: ThreadContext) {
  const worker = new Worker(new URL("batch-thread.ts", import.meta.url), { workerData: context });
  const waiting: PromiseWithResolvers<MadeBatch>[] = [];
  worker.on("message", (batch: MadeBatch) => waiting.shift()?.resolve(batch));
  worker.on("error", (error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  return {
    make(order: BatchOrder): Promise<MadeBatch> {
      const made = Promise.withResolvers<MadeBatch>();
      // A failure is thrown once the batch is used.
      made.promise.catch(() => {});
      waiting.push(made);
      worker.postMessage(order);
      return made.promise;
    },
    stop: () => worker.terminate(),
  };
}
