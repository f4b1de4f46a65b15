import { parentPort, workerData } from "node:worker_threads";
import { idsFrom, makeBatch, type BatchContext, type MadeBatch } from "./make-batch.ts";
import type { Plan } from "./plan.ts";

/** What a thread is started with, and what it is then sent: the stations of a batch, one batch after the other. */
export type ThreadContext = Omit<BatchContext, "takeIds">;
export type BatchOrder = { plans: readonly Plan[]; firstId: number };

const context: ThreadContext = workerData;
let last = Promise.resolve();

parentPort?.on("message", ({ plans, firstId }: BatchOrder) => {
  // A failure ends the thread.
  last = last.then(async () => {
    const ids = idsFrom(firstId);
    const batch = await makeBatch(plans, { ...context, takeIds: ids.take });
    parentPort?.postMessage({ ...batch, nextId: ids.next() } satisfies MadeBatch);
  });
});
