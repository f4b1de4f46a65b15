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

/** A link with a thread that runs a script, the stations that are read again, and what is shown. */
function linkWith(script: URL) {
  const refreshed: string[] = [];
  const shown: string[] = [];
  const link = threadedLink({
    broker: { host: "127.0.0.1", port: 0 },
    databaseUrl: "",
    server: "one",
    eventLimits: { perSecond: 1, errorsPerDay: 1 },
    config: { mode: "production", logLevel: "fatal", traces: null },
    board: {
      names: () => [],
      silentSince: () => [],
    },
    refresh: async (stations) => void refreshed.push(...stations),
    show: (lines) => void shown.push(...lines),
    log: pino({ level: "silent" }),
    script,
  });
  onTestFinished(() => link.stop());
  return { link, refreshed, shown };
}

test("what the thread has written is shown, and confirmed", async () => {
  const { link, shown, refreshed } = linkWith(threadThatSends({ kind: "written", id: 1, lines: ["a line"] }));
  await link.start();
  await expect.poll(() => refreshed).toEqual(["gc-next"]);
  expect(shown).toEqual(["a line"]);
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
