import { parentPort, workerData } from "node:worker_threads";
import { idsFrom, makeBatch, type BatchContext, type MadeBatch } from "./make-batch.ts";
import type { Plan } from "./plan.ts";

/** What a thread is started with, and what it is then sent: the stations of a batch, one batch after the other. */
export type ThreadContext = Omit<BatchContext, "takeIds">;
export type BatchOrder = { plans: readonly Plan[]; firstId: number };

const context: ThreadContext = workerData;
let last = Promise.resolve();

parentPort?.on("message", (order: BatchOrder) => {
  // A failure is not handled, so it ends the thread.
  last = make(order, last);
});

/** Makes a batch once the one before is made. */
async function make({ plans, firstId }: BatchOrder, before: Promise<void>): Promise<void> {
  await before;
  const ids = idsFrom(firstId);
  const batch = await makeBatch(plans, { ...context, takeIds: ids.take });
  parentPort?.postMessage({ ...batch, nextId: ids.next() } satisfies MadeBatch);
}
