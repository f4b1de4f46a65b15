import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Log } from "../link.ts";
import { refuse, type Outcome } from "../outcome.ts";
import type { Scene } from "../scene.ts";
import { fromMedia, type MediaAsk, type ToMedia } from "./messages.ts";

/** The process that sends live video for all stations of a fleet. It starts with the first stream. */
export type Media = {
  ask(of: Omit<MediaAsk, "kind" | "id">): Promise<Outcome>;
  /** Of the process, while there is one. */
  pid(): number | undefined;
  stop(): Promise<void>;
};

type MediaOptions = {
  /** What there is to see at a station now; null for one there is not. */
  look: (station: string) => Scene | null;
  /** A real camera that every picture comes from, instead of a drawn one: an address or a device. */
  camera: string | null;
  log: Log;
};

type Running = { child: ChildProcess; waiting: Map<number, (outcome: Outcome) => void> };

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const STOP_MS = 3_000;

/**
 * Live video is made by native code in a process of its own: should that crash, the streams end, the stations go on, and the next
 * stream starts it again.
 */
export function openMedia({ look, camera, log }: MediaOptions): Media {
  let running: Running | null = null;
  let asked = 0;

  function start(): Running {
    const child = fork(MAIN, camera === null ? [] : [camera], {
      execArgv: [],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const started: Running = { child, waiting: new Map() };
    child.on("message", (message) => hear(started, message));
    child.on("error", (error) => log(`Live video cannot be sent: ${error.message}`));
    child.once("exit", (code, signal) => end(started, signal ?? `exit ${code}`));
    return started;
  }

  function hear({ child, waiting }: Running, message: unknown): void {
    const said = fromMedia.parse(message);
    if (said.kind === "outcome") {
      waiting.get(said.id)?.(said.outcome);
      waiting.delete(said.id);
      return;
    }
    const scene = look(said.station);
    if (scene) tell(child, { kind: "scene", station: said.station, scene });
  }

  function end(ended: Running, how: string): void {
    if (running === ended) {
      log(`The process that sends live video ended (${how}); its streams are over.`);
      running = null;
    }
    for (const settle of ended.waiting.values()) settle(refuse("failed", "Live video broke off."));
    ended.waiting.clear();
  }

  return {
    ask(of) {
      if (!running && of.name !== "stream_open") return Promise.resolve(withoutStreams(of.name));
      running ??= start();
      const { child, waiting } = running;
      asked += 1;
      const id = asked;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        tell(child, { kind: "ask", id, ...of });
      });
    },
    pid: () => running?.child.pid,
    async stop() {
      if (!running) return;
      const { child } = running;
      running = null;
      const ended = once(child, "exit");
      if (child.connected) child.disconnect();
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    },
  };
}

function withoutStreams(name: MediaAsk["name"]): Outcome {
  if (name === "stream_close") return { code: 0, message: "", output: null };
  return refuse("gone", "The stream has ended.");
}

function tell(child: ChildProcess, message: ToMedia): void {
  // What cannot be sent has no answer: the end of the process gives it.
  if (child.connected) child.send(message, () => {});
}
