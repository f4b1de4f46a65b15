import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.ts";

const PROGRAM = fileURLToPath(new URL("server-process.ts", import.meta.url));
/** Compiled modules, which all of these processes share: to compile them takes longer than the rest of a start. */
const COMPILED = fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url));

type Signal = "SIGSTOP" | "SIGCONT" | "SIGUSR2" | "SIGTERM";
type Addresses = { url: string; opsUrl: string; brokerUrl: string };

/** So many characters of standard error are kept. */
const KEPT = 20_000;

/** The addresses of a server: the console, the one for operators, and the broker with its port. */
export type ServerAddress = Addresses & { brokerPort: number };

/** With it, the server receives what stations send in a thread, as in production. */
export const WITH_LINK_THREAD = { MQTT_THREADS: "1" };

/**
 * Consecutive servers at the same addresses, each ended with SIGKILL. `everyOther` adds to the environment of the first and then of every
 * other one.
 */
export function killableServer(env: Record<string, string>, everyOther: Record<string, string> = {}) {
  let ports: Record<string, string> | null = null;
  let prepared = 0;
  const prepareNext = () => prepare(prepared++ % 2 === 0 ? { ...env, ...everyOther } : env);
  let next = prepareNext();
  let current = next;

  /** Starts a server, and prepares the process of the next one. */
  async function start(): Promise<ServerAddress> {
    current = next;
    ports ??= {
      PORT: String(await freePort()),
      MQTT_PORT: String(await freePort()),
      OPS_PORT: String(await freePort()),
    };
    const addresses = await current.begin(ports);
    next = prepareNext();
    return { ...addresses, brokerPort: Number(new URL(addresses.brokerUrl).port) };
  }

  return {
    start,
    kill: () => current.kill(),
    /** The id of the current server's process. */
    pid: () => current.pid,
    /** Resolves when the current server has ended, with the last of what it wrote to standard error. */
    ended: () => current.ended(),
    /** Sends a signal to the server's process, such as the ones that pause and resume it. */
    signal: (signal: Signal) => current.signal(signal),
    async stop(): Promise<void> {
      await Promise.all([current.kill(), next.kill()]);
    },
  };
}

function prepare(env: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ["pipe", "pipe", "pipe"],
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
  let lastErrors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    lastErrors = (lastErrors + text).slice(-KEPT);
    process.stderr.write(text);
  });
  const lines = createInterface({ input: child.stdout });
  /** The next line, which a process that ends before does not write. */
  const nextLine = async (): Promise<string> => {
    const unexpected = ended.then(() =>
      Promise.reject(new Error(`The server ended instead of starting: ${lastErrors}`)),
    );
    const [line] = await Promise.race([once(lines, "line"), unexpected]);
    return String(line);
  };
  const waiting = nextLine();
  // The process may be killed before anyone waits for it.
  waiting.catch(() => {});
  return {
    async begin(ports: Record<string, string>): Promise<Addresses> {
      await waiting;
      const ready = nextLine();
      child.stdin.write(`${JSON.stringify(ports)}\n`);
      return JSON.parse(await ready);
    },
    pid: child.pid,
    signal: (signal: Signal) => void child.kill(signal),
    async ended(): Promise<{ code: unknown; lastErrors: string }> {
      const [code] = await ended;
      return { code, lastErrors };
    },
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
