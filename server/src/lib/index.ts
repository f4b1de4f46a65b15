export { asyncSignal, type AsyncSignal } from "./async-signal.ts";
export { coalesce } from "./coalesce.ts";
export { limitConcurrency } from "./limit-concurrency.ts";
export { makeFolders } from "./make-folders.ts";
export { repeat } from "./repeat.ts";
export { serialQueue } from "./serial-queue.ts";
