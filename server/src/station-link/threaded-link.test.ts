import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { threadedLink } from "./threaded-link.ts";

/** A thread that sends a message once it listens, and asks to read a station again once the message is confirmed. */
function threadThatSends(message: object): URL {
  const script = `
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ kind }) => {
      if (kind === "handled") parentPort.postMessage({ kind: "refresh", stations: ["gc-next"] });
      if (kind === "stop") parentPort.postMessage({ kind: "stopped" });
    });
    parentPort.postMessage({ kind: "listening", port: 1883 });
    parentPort.postMessage(${JSON.stringify(message)});
  `;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}

/** A link with a thread that runs a script, and the stations that are read again. The board shows nothing. */
function linkWith(script: URL) {
  const refreshed: string[] = [];
  const link = threadedLink({
    broker: { host: "127.0.0.1", port: 0 },
    databaseUrl: "",
    server: "one",
    eventLimits: { perSecond: 1, errorsPerDay: 1 },
    config: { mode: "production", logLevel: "fatal", traces: null },
    board: {
      names: () => [],
      silentSince: () => [],
      putState() {
        throw new Error("A listener of the board has failed.");
      },
    },
    refresh: async (stations) => void refreshed.push(...stations),
    share: () => {},
    log: pino({ level: "silent" }),
    script,
  });
  onTestFinished(() => link.stop());
  return { link, refreshed };
}

test("a state that the board fails to show is read again, and does not keep the thread from storing more", async () => {
  const { link, refreshed } = linkWith(threadThatSends({ kind: "written", id: 1, changes: [{ name: "gc-shown" }] }));
  await link.start();
  await expect.poll(() => refreshed).toEqual(["gc-shown", "gc-next"]);
});

test("a message whose handler fails does not keep the thread from reading more", async () => {
  const message = { station: "gc-a", topic: "cmd_ack", payload: [] };
  const { link, refreshed } = linkWith(threadThatSends({ kind: "received", id: 1, message }));
  link.handle("cmd_ack", () => {
    throw new Error("A handler has failed.");
  });
  await link.start();
  await expect.poll(() => refreshed).toEqual(["gc-next"]);
});
