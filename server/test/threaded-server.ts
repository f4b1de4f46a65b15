import type { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";
import { embeddedServer } from "./embedded-server.ts";

/** A server whose station link runs in a thread; `started` counts its starts, and `running` has it until it ends. */
export async function threadedServer(env: Record<string, string> = {}) {
  const running = new Set<Worker>();
  const seen = { started: 0 };
  const note = (thread: Worker) => {
    seen.started++;
    running.add(thread);
    thread.once("exit", () => running.delete(thread));
  };
  process.on("worker", note);
  onTestFinished(() => void process.off("worker", note));
  const server = await embeddedServer({ ...env, MQTT_THREADS: "1" });
  onTestFinished(() => server.stop());
  return { ...server, running, started: () => seen.started };
}
