import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { startChild } from "./child.ts";
import { logIn } from "./console.ts";
import { startFleet, waitForFleet, type Fleet } from "./fleet.ts";

/** The system in its own process, with an admin who sends requests. */
export type System = {
  url: string;
  brokerUrl: string;
  /** CPU that the server's process has used, in ms. */
  cpu: () => Promise<number>;
  /** Memory of the server's process now, and the most since it was started, in bytes. */
  memory: () => Promise<{ resident: number; highest: number }>;
  /** Serves bytes from memory and returns their URL. */
  serve: (bytes: Buffer) => Promise<string>;
  /** The URL of a bare server that answers every request with 304. */
  unchanged: () => Promise<string>;
  /** Adds a station with the secret that tests use. */
  addStation: (name: string) => Promise<void>;
  /** Changes this many stations. */
  change: (count: number) => Promise<void>;
  /** Opens sessions of as many users as needed, who see all stations, and returns their cookies. */
  openSessions: (count: number) => Promise<string[]>;
  /** Adds as many people with the demo's password, who have no rights, and returns their email addresses. */
  addPeople: (count: number) => Promise<string[]>;
  /** Adds alerts that stand, of as many stations, and six times as many that have ended. */
  fillAlerts: (count: number) => Promise<void>;
  /** Gives this many stations a point for every minute of the last month and two years of history before, and returns their names. */
  fillHistory: (count: number) => Promise<string[]>;
  /** Logs errors of a station. */
  logErrors: (station: string, count: number) => Promise<void>;
  /** Resolves the newest errors of a station in the database only, and returns how long that took, in ms. Throws if there are fewer. */
  resolve: (station: string, count: number) => Promise<number>;
  /** Requests a URL and reads the response as it was transferred, without decompressing it. */
  get: (url: string, headers?: Record<string, string>) => Promise<Response>;
  /** Kills the server and starts it again with the same data and addresses. Resolves with when that happened (ms). */
  killAndRestart: () => Promise<Restarted>;
  stop: () => Promise<void>;
};

/** When the server was killed, and when it accepted connections again (ms). */
type Restarted = { killedAt: number; listeningAt: number };

type Response = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

const systemReply = z.object({ url: z.string(), brokerUrl: z.string(), fleetFile: z.string(), folder: z.string() });
const openedReply = z.object({ url: z.string() });
const sessionsReply = z.object({ cookies: z.array(z.string()) });
const peopleReply = z.object({ emails: z.array(z.string()) });
const filledReply = z.object({ stations: z.array(z.string()) });
const tookReply = z.object({ ms: z.number() });
const memoryReply = z.object({ resident: z.number(), highest: z.number() });
const usedReply = z.object({ user: z.number(), system: z.number() });

/** Opens a system with a fleet of the given size, which reports from its own process until `stop`. */
export async function openSystem({ stations, reporting }: Fleet): Promise<System> {
  let child = startChild("system-process.ts", [String(stations)]);
  const { url, brokerUrl, fleetFile, folder } = systemReply.parse(await child.reply());
  const fleet = reporting > 0 ? startFleet(brokerUrl, fleetFile, reporting) : null;
  const client = await openClient(url);
  if (fleet) await waitForFleet(fleet, reporting, async () => (await client.get(`${url}/api/stations`)).body);
  else await waitForIdleMachine();

  return {
    url,
    brokerUrl,
    async cpu() {
      const { user, system } = usedReply.parse(await child.request({ kind: "cpu" }));
      return (user + system) / 1_000;
    },
    memory: async () => memoryReply.parse(await child.request({ kind: "memory" })),
    serve: async (bytes) =>
      openedReply.parse(await child.request({ kind: "bytes", bytes: bytes.toString("base64") })).url,
    unchanged: async () => openedReply.parse(await child.request({ kind: "unchanged" })).url,
    addStation: async (name) => void (await child.request({ kind: "station", name })),
    change: async (count) => void (await child.request({ kind: "change", count })),
    openSessions: async (count) => sessionsReply.parse(await child.request({ kind: "sessions", count })).cookies,
    addPeople: async (count) => peopleReply.parse(await child.request({ kind: "people", count })).emails,
    fillAlerts: async (count) => void (await child.request({ kind: "alerts", count })),
    fillHistory: async (count) => filledReply.parse(await child.request({ kind: "history", stations: count })).stations,
    logErrors: async (station, count) => void (await child.request({ kind: "errors", station, count })),
    resolve: async (station, count) => tookReply.parse(await child.request({ kind: "resolve", station, count })).ms,
    get: client.get,
    async killAndRestart() {
      const killedAt = Date.now();
      await child.kill();
      const ports = [url, brokerUrl].map((address) => new URL(address).port);
      child = startChild("system-process.ts", [String(stations), folder, ...ports]);
      const ready = child.reply();
      const listeningAt = await listening(Number(new URL(url).port));
      await ready;
      return { killedAt, listeningAt };
    },
    async stop() {
      client.close();
      if (fleet && fleet.exitCode === null) {
        fleet.stdin?.end();
        await once(fleet, "exit");
      }
      await child.request({ kind: "stop" });
      await child.stop();
    },
  };
}

/** An admin who sends requests to a server. */
export async function openClient(url: string): Promise<{ get: System["get"]; close: () => void }> {
  const agent = new Agent({ keepAlive: true });
  const cookie = await logIn(url);
  return {
    get: (address, headers = {}) => get(address, { agent, headers: { cookie, ...headers } }),
    close: () => agent.destroy(),
  };
}

/**
 * Runs a benchmark that has its own database, or none, while a fleet reports to a system on the same machine. `work` receives that system; null
 * if no station reports.
 */
export async function besideSystem(fleet: Fleet, work: (system: System | null) => Promise<void>): Promise<void> {
  const system = fleet.reporting > 0 ? await openSystem(fleet) : null;
  try {
    await work(system);
  } finally {
    await system?.stop();
  }
}

/** After a new demo has been opened, the server and PostgreSQL have minutes of work: summaries of the history, first alerts, statistics. */
const IDLE = { share: 0.05, intervalMs: 5_000, withinMs: 300_000 } as const;

/** Waits until the machine has little to do, or says that it is still busy after five minutes. */
async function waitForIdleMachine(): Promise<void> {
  const deadline = performance.now() + IDLE.withinMs;
  while (performance.now() < deadline) {
    const before = processorTimes();
    await sleep(IDLE.intervalMs);
    const after = processorTimes();
    if (1 - (after.idle - before.idle) / (after.all - before.all) < IDLE.share) return;
  }
  console.log(
    `The machine has been busy for ${IDLE.withinMs / 60_000} minutes, so the figures are those of a busy machine.`,
  );
}

/** Idle and total time of all processors since they were started (ms). */
function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((processor) => processor.times);
  const all = times.flatMap((each) => Object.values(each));
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(all) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Waits until something listens on a port, and returns when that was (ms). */
async function listening(port: number): Promise<number> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return Date.now();
    await sleep(20);
  }
}

async function get(address: string, options: { agent: Agent; headers: Record<string, string> }): Promise<Response> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(address, options, resolve).on("error", reject).end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}
