import { parentPort, workerData } from "node:worker_threads";
import { runLinkThread } from "./run-link-thread.ts";

// A thread of the station link, which the main thread starts.
if (parentPort) await runLinkThread(parentPort, workerData);
