import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { readPassword, type ClusterOptions } from "./cluster.ts";
import { MARK, SOCKET_PREFIX } from "./orphan.ts";
import { readPidFile } from "./pid-file.ts";
import { PROGRAM_ENV, endProcess } from "./process.ts";
import { give, isWindows } from "./run-as.ts";
import { until } from "./until.ts";
import { watch } from "./watchdog.ts";

export type RunningServer = { url: string; stop: () => Promise<void> };

/** Where clients reach it: a private socket folder, on Windows a port of the loopback address. */
type Address = { kind: "socket"; folder: string } | { kind: "port"; port: number };

const READY_WAIT_MS = 120_000;
const KEPT_LINES = 30;

/** For 2 cores and little memory. No parallel workers: they need shared memory that small containers lack. */
const SETTINGS = {
  shared_buffers: "128MB",
  max_wal_size: "1GB",
  max_connections: "60",
  max_parallel_workers_per_gather: "0",
  jit: "off",
  log_checkpoints: "off",
  logging_collector: "off",
  timezone: "UTC",
  lc_messages: "C",
};

/** Starts PostgreSQL on a data directory that exists, and returns once it takes connections. */
export async function launch(options: ClusterOptions): Promise<RunningServer> {
  const { data, programs, runAs, durable, log } = options;
  const address = await makeAddress(options);
  const server = startServer(options, address);
  const litter = [...(address.kind === "socket" ? [address.folder] : []), ...(durable ? [] : [data])];
  const { pid } = server;
  const sendWatchdogHome = isWindows || pid === undefined ? () => {} : watch({ pid, data, runAs, litter });

  const finish = async () => {
    if (pid !== undefined && server.ended() === null) {
      await endProcess(pid, programs.bin, () => server.ended() !== null);
    }
    sendWatchdogHome();
    if (address.kind === "socket") rmSync(address.folder, { recursive: true, force: true });
  };

  // postmaster.pid says "ready" in its last line: needs no client, no log parsing, and counts crash recovery in.
  const isReady = () => readPidFile(data).pid === pid && readPidFile(data).isReady;
  await until(() => isReady() || server.ended() !== null, READY_WAIT_MS);
  if (!isReady() || server.ended() !== null) {
    await finish();
    const said = server.lastLines().join("\n") || server.ended();
    throw new Error(said ?? `PostgreSQL in ${data} was not ready after two minutes.`);
  }
  let stopping: Promise<void> | null = null;
  server.onEnd((how) => {
    if (stopping === null) log(`PostgreSQL in ${data} ended unexpectedly (${how}).`);
  });
  return { url: urlOf(address, data), stop: () => (stopping ??= finish()) };
}

function startServer({ data, programs, runAs, durable, log }: ClusterOptions, address: Address) {
  const settings = { ...SETTINGS, ...durability(durable), ...listening(address) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(programs.bin, "postgres"), ["-D", data, "-c", MARK, ...flags], {
    ...runAs,
    cwd: dirname(data),
    env: PROGRAM_ENV,
    // Ctrl-C in the terminal then reaches only us, so that we can finish requests before we stop the server.
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
    lines.splice(0, lines.length - KEPT_LINES);
    if (/ (WARNING|FATAL|PANIC): /.test(line)) log(line);
  });
  return {
    pid: child.pid,
    ended: () => end,
    lastLines: () => lines,
    onEnd: (tell: (how: string) => void) => child.once("close", () => tell(end ?? "no reason given")),
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

async function makeAddress({ runAs }: ClusterOptions): Promise<Address> {
  if (isWindows) return { kind: "port", port: await freePort() };
  // mkdtemp makes it 0700 and unguessable.
  const folder = mkdtempSync(SOCKET_PREFIX);
  give(folder, runAs);
  return { kind: "socket", folder };
}

/** Names port and TLS, which the caller's PGPORT or PGSSLMODE would otherwise decide. Holds the password: not to be logged. */
function urlOf(address: Address, data: string): string {
  const who = `postgres://postgres:${readPassword(data)}`;
  if (address.kind === "port") return `${who}@127.0.0.1:${address.port}/postgres?sslmode=disable`;
  return `${who}@localhost:5432/postgres?host=${address.folder}&sslmode=disable`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The system gave no port for PostgreSQL.");
  return address.port;
}
