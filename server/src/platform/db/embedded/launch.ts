import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { type ClusterOptions, readPassword } from "./cluster.ts";
import { MARK, readPidFile, socketPrefix } from "./pid-file.ts";
import { PROGRAM_ENV, endProcess, until } from "./process.ts";
import { isWindows, type RunAs, changeOwner } from "./run-as.ts";

const READY_WAIT_MS = 120_000;
const MAX_LINES = 30;

/** Tuned for 2 cores and little memory. No parallel workers: they need shared memory, which small containers lack. */
const SETTINGS = {
  shared_buffers: "128MB",
  max_wal_size: "1GB",
  // Nothing reads the log but recovery after a crash. A large demo is then loaded without writing it to the log as well.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_connections: "60",
  max_parallel_workers_per_gather: "0",
  jit: "off",
  log_checkpoints: "off",
  logging_collector: "off",
  timezone: "UTC",
  lc_messages: "C",
};

/** A running server. `onEnd` reports when it ends unexpectedly. */
type Launched = { stop: () => Promise<void>; onEnd: (report: (how: string, lastOutput: string) => void) => void };

/** Starts PostgreSQL on an existing data directory. Resolves when it accepts connections. */
export async function launch(options: ClusterOptions, address: Address): Promise<Launched> {
  const { data, programs, runAs, durable } = options;
  const server = startServer(options, address);
  const leftovers = [...(address.kind === "socket" ? [address.folder] : []), ...(durable ? [] : [data])];
  const { pid } = server;
  const dismissWatchdog = isWindows || pid === undefined ? () => {} : watch({ pid, data, runAs, leftovers });

  const stop = async () => {
    if (pid !== undefined && server.ended() === null) {
      await endProcess(pid, programs.bin, () => server.ended() !== null);
    }
    dismissWatchdog();
  };

  // The last line of postmaster.pid says "ready". That needs no client and no log parsing, and it covers crash recovery.
  const isReady = () => readPidFile(data).pid === pid && readPidFile(data).isReady;
  await until(() => isReady() || server.ended() !== null, READY_WAIT_MS);
  if (!isReady() || server.ended() !== null) {
    await stop();
    const reason = server.lastLines().join("\n") || server.ended();
    throw new Error(reason ?? `PostgreSQL in ${data} was not ready after two minutes.`);
  }
  const onEnd: Launched["onEnd"] = (report) =>
    server.onEnd((how) => {
      // Otherwise the watchdog would delete the next server's folder.
      dismissWatchdog();
      report(how, server.lastLines().join("\n"));
    });
  return { stop, onEnd };
}

function startServer({ data, programs, runAs, durable, log }: ClusterOptions, address: Address) {
  const settings = { ...SETTINGS, ...durability(durable), ...listening(address) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(programs.bin, "postgres"), ["-D", data, "-c", MARK, ...flags], {
    ...runAs,
    cwd: dirname(data),
    env: PROGRAM_ENV,
    // Ctrl-C in the terminal then only reaches this process, which finishes its requests before it stops the server.
    detached: !isWindows,
    windowsHide: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let end: string | null = null;
  child.once("error", (error) => {
    end = error.message;
  });
  child.once("close", (code, signal) => {
    end ??= `exit ${signal ?? code}`;
  });
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    lines.push(line);
    lines.splice(0, lines.length - MAX_LINES);
    if (/ (WARNING|FATAL|PANIC): /.test(line)) log(line);
  });
  return {
    pid: child.pid,
    ended: () => end,
    lastLines: () => lines,
    onEnd: (report: (how: string) => void) => child.once("close", () => report(end ?? "no reason given")),
  };
}

function durability(durable: boolean) {
  const value = durable ? "on" : "off";
  return { fsync: value, synchronous_commit: value, full_page_writes: value };
}

function listening(address: Address) {
  if (address.kind === "port") {
    return { unix_socket_directories: "", port: String(address.port), listen_addresses: "127.0.0.1" };
  }
  return { unix_socket_directories: address.folder, port: "5432", listen_addresses: "" };
}

// Polls, because a server that is still starting has no pid file. Comparing with the pid file avoids killing a process that reuses the
// pid.
const SCRIPT = `read -r _
n=0
while [ $n -lt 150 ] && kill -0 "$1"; do
  n=$((n+1))
  read -r pid <"$2" && [ "$pid" = "$1" ] && kill -INT "$1"
  sleep 0.2
done
shift 2
rm -rf "$@"`;

type Watched = {
  pid: number;
  data: string;
  runAs: RunAs;
  /** Folders to delete when the server is gone. */
  leftovers: string[];
};

/**
 * Starts a shell that reads from a pipe of this process. When this process dies, even by kill -9, the pipe closes; the shell then shuts
 * the server down and deletes `leftovers`. Returns a function that ends the watchdog without any cleanup.
 */
function watch({ pid, data, runAs, leftovers }: Watched): () => void {
  const args = ["-c", SCRIPT, "watchdog", String(pid), join(data, "postmaster.pid"), ...leftovers];
  const watchdog = spawn("/bin/sh", args, { ...runAs, cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
  // If the watchdog cannot be started, the next start cleans up.
  watchdog.on("error", () => {});
  watchdog.stdin.on("error", () => {});
  watchdog.unref();
  if ("unref" in watchdog.stdin && typeof watchdog.stdin.unref === "function") watchdog.stdin.unref();
  return () => watchdog.kill("SIGKILL");
}

/** Where clients reach the server: a private socket folder, or on Windows a port on the loopback address. */
type Address = { kind: "socket"; folder: string } | { kind: "port"; port: number };

export async function makeAddress({ runAs }: ClusterOptions): Promise<Address> {
  if (isWindows) return { kind: "port", port: await freePort() };
  // mkdtemp creates it with mode 0700 and an unguessable name.
  // oxlint-disable-next-line node/no-process-env -- systemd sets the variable, and no operator
  const folder = mkdtempSync(socketPrefix(process.env));
  changeOwner(folder, runAs);
  return { kind: "socket", folder };
}

/** Removes the files that a killed server left in its socket folder. */
export function clearAddress(address: Address): void {
  if (address.kind === "port") return;
  for (const name of readdirSync(address.folder)) rmSync(join(address.folder, name), { force: true });
}

export function removeAddress(address: Address): void {
  if (address.kind === "socket") rmSync(address.folder, { recursive: true, force: true });
}

/** Sets port and TLS, so that PGPORT and PGSSLMODE of the environment do not apply. Contains the password: never log it. */
export function urlOf(address: Address, data: string): string {
  const login = `postgres://postgres:${readPassword(data)}`;
  if (address.kind === "port") return `${login}@127.0.0.1:${address.port}/postgres?sslmode=disable`;
  return `${login}@localhost:5432/postgres?host=${address.folder}&sslmode=disable`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The system gave no port for PostgreSQL.");
  return address.port;
}
