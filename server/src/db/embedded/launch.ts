import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Address } from "./address.ts";
import type { ClusterOptions } from "./cluster.ts";
import { MARK } from "./orphan.ts";
import { readPidFile } from "./pid-file.ts";
import { PROGRAM_ENV, endProcess } from "./process.ts";
import { isWindows } from "./run-as.ts";
import { until } from "./until.ts";
import { watch } from "./watchdog.ts";

const READY_WAIT_MS = 120_000;
const KEPT_LINES = 30;

/** Tuned for 2 cores and little memory. No parallel workers: they need shared memory, which small containers lack. */
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

/** A running server. `onEnd` reports when it ends unexpectedly. */
type Launched = { stop: () => Promise<void>; onEnd: (report: (how: string, lastWords: string) => void) => void };

/** Starts PostgreSQL on an existing data directory. Resolves when it accepts connections. */
export async function launch(options: ClusterOptions, address: Address): Promise<Launched> {
  const { data, programs, runAs, durable } = options;
  const server = startServer(options, address);
  const litter = [...(address.kind === "socket" ? [address.folder] : []), ...(durable ? [] : [data])];
  const { pid } = server;
  const dismissWatchdog = isWindows || pid === undefined ? () => {} : watch({ pid, data, runAs, litter });

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
    const said = server.lastLines().join("\n") || server.ended();
    throw new Error(said ?? `PostgreSQL in ${data} was not ready after two minutes.`);
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
    lines.splice(0, lines.length - KEPT_LINES);
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
