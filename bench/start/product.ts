import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { logIn } from "../console.ts";

const START = fileURLToPath(new URL("../../scripts/start.ts", import.meta.url));
const PACKAGE = fileURLToPath(new URL("../../package.json", import.meta.url));
const MARKS = fileURLToPath(new URL("marks.ts", import.meta.url));
const CONNECTED_SHARE = 0.8;
const CONNECT_MS = 600_000;

const entry = z.object({ kind: z.string(), name: z.string(), at: z.number(), ms: z.number(), cpu: z.number() });

/** Times of a start in ms since it began, by what was reached; and how long each table took to load. */
export type Started = {
  at: Map<string, number>;
  tables: Map<string, number>;
  cpuMs: number;
  stopMs: number;
  memory: Memory;
};

/** Resident memory of the server's process in MB; null where it cannot be read. */
type Memory = { opened: number | null; atRest: number | null; peak: number | null };

/**
 * Starts the product as `npm start` does, but without the web app, and stops it once most stations have connected and `restS` seconds later,
 * or with null once the list has been received.
 */
export async function startOnce(dataDir: string, stations: number, restS: number | null): Promise<Started> {
  const [port, opsPort, mqttPort] = [await freePort(), await freePort(), await freePort()];
  const ports = { PORT: String(port), OPS_PORT: String(opsPort), MQTT_PORT: String(mqttPort) };
  const startMs = performance.now();
  const child = spawn(process.execPath, ["--import", MARKS, ...nodeOptions(), START, "--api-only"], {
    env: { PATH: process.env["PATH"], ...ports, DATA_DIR: dataDir, STATIONS: String(stations) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "close");
  const started: Started = {
    at: new Map(),
    tables: new Map(),
    cpuMs: 0,
    stopMs: 0,
    memory: { opened: null, atRest: null, peak: null },
  };
  const reach = (what: string) => started.at.set(what, performance.now() - startMs);
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.startsWith("@")) note(started, entry.parse(JSON.parse(line.slice(1))));
    else if (line.startsWith("Starting PostgreSQL")) reach("program loaded");
    else if (line.includes("simulated stations are running")) reach("fleet loaded");
    else if (line.includes(" is ready after ")) {
      reach("ready");
      ready.resolve();
    }
  });
  try {
    await Promise.race([ready.promise, ended.then(() => Promise.reject(new Error("The product has ended.")))]);
    const url = `http://127.0.0.1:${port}`;
    const headers = { cookie: await logIn(url) };
    await (
      await fetch(`${url}/api/listed-stations?limit=60&include_support_metrics=true&include_telemetry=true`, {
        headers,
      })
    ).arrayBuffer();
    reach("first rows received");
    await (await fetch(`${url}/api/stations?include_telemetry=true`, { headers })).arrayBuffer();
    reach("list received");
    started.memory.opened = memoryOf(child.pid, "VmRSS");
    if (restS === null) return started;
    await untilConnected(`http://127.0.0.1:${opsPort}/metrics`, { wanted: stations * CONNECTED_SHARE, reach });
    await sleep(restS * 1_000);
    started.memory.atRest = memoryOf(child.pid, "VmRSS");
    started.memory.peak = memoryOf(child.pid, "VmHWM");
    return started;
  } finally {
    const stopMs = performance.now();
    child.kill("SIGTERM");
    await ended;
    started.stopMs = performance.now() - stopMs;
  }
}

const packageFile = z.object({ scripts: z.object({ start: z.string() }) });

/** The options of Node in the command of `npm start`. */
function nodeOptions(): string[] {
  const { scripts } = packageFile.parse(JSON.parse(readFileSync(PACKAGE, "utf8")));
  return scripts.start.match(/--\S+/g) ?? [];
}

function note(started: Started, { kind, name, at, ms, cpu }: z.output<typeof entry>): void {
  const { tables } = started;
  if (kind === "measure") tables.set(name, (tables.get(name) ?? 0) + ms);
  else started.at.set(name, at);
  if (name === "broker started") started.cpuMs = cpu;
}

async function untilConnected(
  metrics: string,
  { wanted, reach }: { wanted: number; reach: (what: string) => void },
): Promise<void> {
  const deadline = performance.now() + CONNECT_MS;
  for (let births = 0; births < wanted;) {
    if (performance.now() > deadline) throw new Error(`Only ${births} of ${wanted} stations have connected.`);
    await sleep(500);
    const text = await (await fetch(metrics)).text();
    const before = births;
    births = Number(/^groundcrew_link_messages_total\{topic="birth"\} (\d+)$/m.exec(text)?.[1] ?? 0);
    if (before === 0 && births > 0) reach("first station connected");
  }
  reach("80 % of stations connected");
}

function memoryOf(pid: number | undefined, field: "VmRSS" | "VmHWM"): number | null {
  if (process.platform !== "linux" || pid === undefined) return null;
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1_024);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
