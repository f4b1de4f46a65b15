import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { commands } from "@groundcrew/shared/link";
import type { Log } from "../link.ts";
import { snapshotOf, type FleetStation, type Machine } from "../model/index.ts";
import { refuse, type Outcome } from "../outcome.ts";
import type { Scene } from "../scene.ts";
import { fromMedia, type MediaRequest, type ToMedia } from "./messages.ts";

/** The process that sends live video for all stations of a fleet. It starts with the first stream. */
export type Media = {
  /** Sends a stream command to the process and resolves with its outcome. */
  request(command: Omit<MediaRequest, "kind" | "id">): Promise<Outcome>;
  /** Id of the process, if it is running. */
  pid(): number | undefined;
  stop(): Promise<void>;
};

type MediaOptions = {
  /** The current scene at a station; null if there is no such station. */
  currentScene: (station: string) => Scene | null;
  /** Address or device of a real camera, which replaces all drawn video; null for drawn video. */
  camera: string | null;
  log: Log;
};

type Running = { child: ChildProcess; waiting: Map<number, (outcome: Outcome) => void> };

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const STOP_MS = 3_000;

/**
 * Live video needs native code, which runs in its own process: if it crashes, the streams end, the stations keep running, and the
 * next stream starts a new process.
 */
export function openMedia({ currentScene, camera, log }: MediaOptions): Media {
  let running: Running | null = null;
  let lastId = 0;

  function start(): Running {
    const child = fork(MAIN, camera === null ? [] : [camera], {
      execArgv: [],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const started: Running = { child, waiting: new Map() };
    child.on("message", (message) => handleMessage(started, message));
    child.on("error", (error) => log(`Live video cannot be sent: ${error.message}`));
    child.once("exit", (code, signal) => end(started, signal ?? `exit ${code}`));
    return started;
  }

  function handleMessage({ child, waiting }: Running, message: unknown): void {
    const parsed = fromMedia.parse(message);
    if (parsed.kind === "outcome") {
      waiting.get(parsed.id)?.(parsed.outcome);
      waiting.delete(parsed.id);
      return;
    }
    const scene = currentScene(parsed.station);
    if (scene) send(child, { kind: "scene", station: parsed.station, scene });
  }

  function end(ended: Running, how: string): void {
    if (running === ended) {
      log(`The process that sends live video ended (${how}); its streams have ended.`);
      running = null;
    }
    for (const settle of ended.waiting.values()) settle(refuse("failed", "Live video was interrupted."));
    ended.waiting.clear();
  }

  return {
    request(command) {
      if (!running && command.name !== "stream_open") return Promise.resolve(outcomeWithoutProcess(command.name));
      running ??= start();
      const { child, waiting } = running;
      lastId += 1;
      const id = lastId;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        send(child, { kind: "request", id, ...command });
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

function outcomeWithoutProcess(name: MediaRequest["name"]): Outcome {
  if (name === "stream_close") return { code: 0, message: "", output: null };
  return refuse("gone", "The stream has ended.");
}

function send(child: ChildProcess, message: ToMedia): void {
  // If it cannot be sent, the process has ended or ends now, and `end` settles the request.
  if (child.connected) child.send(message, () => {});
}

/** Whether a string is the source of a camera: an address such as `rtsp://camera/stream`, or a device such as `/dev/video0`. */
export function isCamera(source: string): boolean {
  return /^(rtsps?|https?):\/\/\S+$|^\/dev\/video\d+$/.test(source);
}

export type MediaRequestOptions = { station: FleetStation; currentMachine: () => Machine; media: Media };

/** Passes a stream command of a station to the media process. Opening a stream of a camera that is not on the USB bus fails. */
export async function requestMedia(
  { name, data }: Pick<MediaRequest, "name" | "data">,
  { station, currentMachine, media }: MediaRequestOptions,
): Promise<Outcome> {
  if (name === "stream_open") {
    const missing = missingCamera(data, snapshotOf(station, currentMachine()).status?.usb_status?.cameras ?? {});
    if (missing !== undefined) return refuse("failed", `${missing} was not found on the USB bus.`);
  }
  const cameras = station.cameras.map(({ id, name }) => ({ id, name }));
  return media.request({ station: station.name, name, data, cameras });
}

function missingCamera(data: unknown, found: Record<string, { detected: boolean }>): string | undefined {
  return commands.stream_open.data.safeParse(data).data?.cameras.find((id) => !found[id]?.detected);
}
