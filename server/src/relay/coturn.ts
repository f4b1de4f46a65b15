import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync, accessSync, constants } from "node:fs";
import { join, delimiter } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { coturnConfig, type CoturnSettings } from "./coturn-config.ts";
import { stunRequest } from "./stun.ts";

type CoturnOptions = { program: string; settings: CoturnSettings; log: Pick<Logger, "warn"> };

const START_MS = 10_000;
const STOP_MS = 3_000;
const ASK_MS = 200;
const AGAIN_MS = 2_000;
/** A process that ran this long is restarted soon. For one that exits sooner the pause doubles, up to this long. */
const STEADY_MS = 60_000;

// coturn does not notice when its parent is killed; the shell around it notices the end of its standard input.
const WRAPPED = `
exec 3<&0
"$1" -c "$2" </dev/null &
pid=$!
{ cat <&3; kill "$pid"; } >/dev/null 2>&1 &
trap 'kill "$pid"' TERM INT HUP
wait "$pid"`;

/** Runs coturn until it is stopped and restarts it when it exits. Rejects when it does not start. */
export async function startCoturn({ program, settings, log }: CoturnOptions): Promise<{ stop(): Promise<void> }> {
  const config = writeConfig(settings);
  let isStopping = false;
  let pauseMs = AGAIN_MS;
  let child = run();

  function run(): ChildProcess {
    const started = spawn("/bin/sh", ["-c", WRAPPED, "coturn", program, config], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    started.stdin?.on("error", () => {});
    started.on("error", () => {});
    void follow(started);
    return started;
  }

  /** Restarts coturn after a pause when it has exited or could not be started. */
  async function follow(started: ChildProcess): Promise<void> {
    const began = Date.now();
    const why = await once(started, "exit").then(
      ([code]) => ({ code }),
      (error: unknown) => ({ err: error }),
    );
    started.stdin?.destroy();
    if (Date.now() - began > STEADY_MS) pauseMs = AGAIN_MS;
    const pause = sleep(pauseMs, undefined, { ref: false });
    pauseMs = Math.min(2 * pauseMs, STEADY_MS);
    await pause;
    // Checked after the exit: Ctrl-C in the terminal also ends coturn, a moment before `stop` is called.
    if (isStopping) return;
    log.warn(why, "coturn ended; it is started again");
    child = run();
  }

  async function stop(): Promise<void> {
    isStopping = true;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.stdin?.end();
    await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
    child.kill("SIGKILL");
  }

  if (await isAnswering(settings)) return { stop };
  await stop();
  throw new Error("coturn did not answer in time");
}

/** The file contains the secret, so only its owner may read it. */
function writeConfig(settings: CoturnSettings): string {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  const path = join(settings.folder, "turnserver.conf");
  writeFileSync(path, coturnConfig(settings), { mode: 0o600 });
  chmodSync(path, 0o600);
  return path;
}

/** Sends STUN requests until one is answered. */
async function isAnswering({ host, port }: CoturnSettings): Promise<boolean> {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const replied = once(socket, "message").then(() => true);
  const address = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const asking = setInterval(() => socket.send(stunRequest(randomBytes(12)), port, address, () => {}), ASK_MS);
  try {
    return await Promise.race([replied, sleep(START_MS, false, { ref: false })]);
  } finally {
    clearInterval(asking);
    socket.close();
  }
}

/** The path of coturn's `turnserver` in the folders of `path`; null when it is not installed. */
export function findTurnserver(path: string): string | null {
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, "turnserver")).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Missing or not executable: try the next folder.
    return false;
  }
}
