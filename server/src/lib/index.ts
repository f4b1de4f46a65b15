export { asyncSignal, limitConcurrency, serialQueue, type AsyncSignal } from "./concurrency.ts";
export { makeFolders } from "./make-folders.ts";
export { repeat, type Part } from "./repeat.ts";
