import { BroadcastChannel, parentPort, workerData } from "node:worker_threads";
import { runLinkThread } from "../src/station-link/run-link-thread.ts";
import { tap } from "./link-server.ts";

// The thread of the station link, which reports station and topic of every received message on a channel with the name of its database.
if (parentPort) {
  const channel = new BroadcastChannel(workerData.databaseUrl);
  await runLinkThread(parentPort, workerData, (link) => tap(link, (line) => channel.postMessage(line)));
}
