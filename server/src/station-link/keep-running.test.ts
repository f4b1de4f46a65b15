import { pino } from "pino";
import { expect, test } from "vitest";
import { keepRunning } from "./keep-running.ts";
import type { LinkThread } from "./link-thread.ts";

test("a thread that still starts when it is stopped is stopped as well", async () => {
  const started = Promise.withResolvers<LinkThread>();
  const stopped: string[] = [];
  const log = pino({ level: "silent" });
  const kept = keepRunning({ start: () => started.promise, recover: async () => {}, log });
  void kept.start();
  const stopping = kept.stop();
  started.resolve({
    port: () => 1884,
    publish: async () => false,
    disconnect() {},
    confirmHandled() {},
    report: async () => null,
    stop: async () => void stopped.push("thread"),
  });
  await stopping;
  expect(stopped).toEqual(["thread"]);
  expect(kept.current()).toBeNull();
});
