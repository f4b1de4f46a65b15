import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { threadedLink } from "./threaded-link.ts";

/** A thread that has written a state, and asks to read a station again once the state is shown. */
const SCRIPT = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", ({ kind }) => {
    if (kind === "shown") parentPort.postMessage({ kind: "refresh", stations: ["gc-next"] });
    if (kind === "stop") parentPort.postMessage({ kind: "stopped" });
  });
  parentPort.postMessage({ kind: "listening", port: 1883 });
  parentPort.postMessage({ kind: "written", id: 1, changes: [{ name: "gc-shown" }] });
`;

test("a state that the board fails to show is read again, and does not keep the thread from storing more", async () => {
  const refreshed: string[] = [];
  const link = threadedLink({
    broker: { host: "127.0.0.1", port: 0, threads: 1 },
    databaseUrl: "",
    server: "one",
    eventLimits: { perSecond: 1, errorsPerDay: 1 },
    config: { mode: "production", logLevel: "fatal", traces: null },
    board: {
      names: () => [],
      putState() {
        throw new Error("A listener of the board has failed.");
      },
    },
    refresh: async (stations) => void refreshed.push(...stations),
    log: pino({ level: "silent" }),
    script: new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`),
  });
  onTestFinished(() => link.stop());
  await link.start();
  await expect.poll(() => refreshed).toEqual(["gc-shown", "gc-next"]);
});
