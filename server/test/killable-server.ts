import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.ts";

const PROGRAM = fileURLToPath(new URL("server-process.ts", import.meta.url));
/** Compiled modules, which all of these processes share: to compile them takes longer than the rest of a start. */
const COMPILED = fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url));

/** The addresses of a server: the console, and the port for stations. */
export type ServerAddress = { url: string; brokerPort: number };

/** Consecutive servers at the same addresses, each ended with SIGKILL. */
export function killableServer(env: Record<string, string>) {
  let ports: Record<string, string> | null = null;
  let next = prepare(env);
  let current = next;

  /** Starts a server, and prepares the process of the next one. */
  async function start(): Promise<ServerAddress> {
    current = next;
    ports ??= { PORT: String(await freePort()), MQTT_PORT: String(await freePort()), OPS_PORT: "0" };
    const { url, brokerUrl } = await current.begin(ports);
    next = prepare(env);
    return { url, brokerPort: Number(new URL(brokerUrl).port) };
  }

  return {
    start,
    kill: () => current.kill(),
    /** Pauses or resumes the server's process. */
    signal: (signal: "SIGSTOP" | "SIGCONT") => current.signal(signal),
    async stop(): Promise<void> {
      await Promise.all([current.kill(), next.kill()]);
    },
  };
}

function prepare(env: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILED,
      STATIONS: "0",
      LOG_LEVEL: "fatal",
      EVENTS_PER_SECOND: "1000",
      ERRORS_PER_DAY: "1000000",
      ...env,
    },
  });
  // The process may have ended before the line that starts it is written.
  child.stdin.on("error", () => {});
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout });
  const waiting = once(lines, "line");
  return {
    async begin(ports: Record<string, string>): Promise<{ url: string; brokerUrl: string }> {
      await waiting;
      const ready = once(lines, "line");
      child.stdin.write(`${JSON.stringify(ports)}\n`);
      const [line] = await ready;
      return JSON.parse(String(line));
    },
    signal: (signal: "SIGSTOP" | "SIGCONT") => void child.kill(signal),
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
