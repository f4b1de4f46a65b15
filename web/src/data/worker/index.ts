export { registerWorker } from "./register-worker.ts";
export { whenWorkerIsUsed } from "./worker-in-use.ts";
