import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { startChild } from "./child.ts";
import { logIn } from "./console.ts";

/** The system in its own process, with an admin who sends requests. */
export type System = {
  url: string;
  brokerUrl: string;
  /** CPU that the server's process has used, in ms. */
  cpu: () => Promise<number>;
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
  /** Adds alerts that stand, of as many stations, and six times as many that have ended. */
  fillAlerts: (count: number) => Promise<void>;
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
const tookReply = z.object({ ms: z.number() });
const usedReply = z.object({ user: z.number(), system: z.number() });

type Fleet = { stations: number; isReporting: boolean };

/** How long stations may take to connect, the share that has to (some are simulated as offline), and then to report regularly. */
const CONNECT = { withinMs: 240_000, share: 0.85, settleMs: 60_000 } as const;

/** The options that benchmarks have in common: `[--stations N] [--quiet]`. Without `--quiet`, the simulated fleet reports. */
export function fleetOptions(stations: number): Fleet {
  const options = { stations: { type: "string", default: String(stations) }, quiet: { type: "boolean" } } as const;
  const { values } = parseArgs({ options, strict: false });
  return { stations: Number(values.stations), isReporting: values.quiet !== true };
}

/** Opens a system with a fleet of the given size, which reports from its own process until `stop`. */
export async function openSystem({ stations, isReporting }: Fleet): Promise<System> {
  let child = startChild("system-process.ts", [String(stations)]);
  const { url, brokerUrl, fleetFile, folder } = systemReply.parse(await child.reply());
  const fleet = isReporting ? startFleet(brokerUrl, fleetFile) : null;
  const agent = new Agent({ keepAlive: true });
  const cookie = await logIn(url);
  const getPage = (address: string, headers: Record<string, string> = {}) =>
    get(address, { agent, headers: { cookie, ...headers } });
  if (fleet) await waitForFleet(fleet, () => getPage(`${url}/api/stations`), stations * CONNECT.share);

  return {
    url,
    brokerUrl,
    async cpu() {
      const { user, system } = usedReply.parse(await child.request({ kind: "cpu" }));
      return (user + system) / 1_000;
    },
    serve: async (bytes) =>
      openedReply.parse(await child.request({ kind: "bytes", bytes: bytes.toString("base64") })).url,
    unchanged: async () => openedReply.parse(await child.request({ kind: "unchanged" })).url,
    addStation: async (name) => void (await child.request({ kind: "station", name })),
    change: async (count) => void (await child.request({ kind: "change", count })),
    openSessions: async (count) => sessionsReply.parse(await child.request({ kind: "sessions", count })).cookies,
    fillAlerts: async (count) => void (await child.request({ kind: "alerts", count })),
    logErrors: async (station, count) => void (await child.request({ kind: "errors", station, count })),
    resolve: async (station, count) => tookReply.parse(await child.request({ kind: "resolve", station, count })).ms,
    get: getPage,
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
      agent.destroy();
      if (fleet && fleet.exitCode === null) {
        fleet.stdin?.end();
        await once(fleet, "exit");
      }
      await child.request({ kind: "stop" });
      await child.stop();
    },
  };
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

const SIMULATOR = fileURLToPath(new URL("../simulator/src/main.ts", import.meta.url));

/** Lost connections, of which it writes a line for each station, are expected when a server is killed. */
function startFleet(brokerUrl: string, fleetFile: string): ChildProcess {
  const args = [SIMULATOR, "--fleet", fleetFile, "--state", `${fleetFile}.state`, "--broker", brokerUrl];
  const fleet = spawn(process.execPath, args, { stdio: ["pipe", "ignore", "pipe"] });
  createInterface({ input: fleet.stderr }).on("line", (line) => {
    if (!line.endsWith(" It keeps trying.")) console.error(line);
  });
  return fleet;
}

/** Waits until this many stations are online, and then until they report regularly. */
async function waitForFleet(fleet: ChildProcess, list: () => Promise<Response>, wanted: number): Promise<void> {
  const deadline = performance.now() + CONNECT.withinMs;
  for (let online = 0; online < wanted;) {
    if (fleet.exitCode !== null) throw new Error("The simulated fleet has ended.");
    if (performance.now() > deadline) throw new Error(`Only ${online} of ${wanted} stations are online.`);
    await sleep(2_000);
    const { body } = await list();
    online = body.toString().split('"last_online_status":true').length - 1;
  }
  await sleep(CONNECT.settleMs);
}

async function get(address: string, options: { agent: Agent; headers: Record<string, string> }): Promise<Response> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(address, options, resolve).on("error", reject).end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}
