import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { coturnConfig, type CoturnSettings } from "./coturn-config.ts";
import { stunRequest } from "./stun-message.ts";

type CoturnOptions = { program: string; settings: CoturnSettings; log: Pick<Logger, "warn"> };

const START_MS = 10_000;
const STOP_MS = 3_000;
const ASK_MS = 200;
const AGAIN_MS = 2_000;
/** Whoever ran so long is started again soon; who ends sooner is given longer and longer pauses, at most as long as this. */
const STEADY_MS = 60_000;

// coturn does not notice when whoever started it is killed; the end of its standard input tells the shell around it.
const WRAPPED = `
exec 3<&0
"$1" -c "$2" </dev/null &
pid=$!
{ cat <&3; kill "$pid"; } >/dev/null 2>&1 &
trap 'kill "$pid"' TERM INT HUP
wait "$pid"`;

/** Runs coturn until it is stopped, and starts it again should it end. Fails when it does not come up. */
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

  /** Starts the next one a while after this one ended, or could not even be begun. */
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
    // Asked only now: a Ctrl-C in the terminal ends coturn too, a moment before we are stopped.
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

/** The file holds the secret, so only its owner may read it. */
function writeConfig(settings: CoturnSettings): string {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  const path = join(settings.folder, "turnserver.conf");
  writeFileSync(path, coturnConfig(settings), { mode: 0o600 });
  chmodSync(path, 0o600);
  return path;
}

/** Asks by STUN again and again until there is an answer. */
async function isAnswering({ host, port }: CoturnSettings): Promise<boolean> {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const answered = once(socket, "message").then(() => true);
  const address = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const asking = setInterval(() => socket.send(stunRequest(randomBytes(12)), port, address, () => {}), ASK_MS);
  try {
    return await Promise.race([answered, sleep(START_MS, false, { ref: false })]);
  } finally {
    clearInterval(asking);
    socket.close();
  }
}
