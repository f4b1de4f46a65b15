import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { fleetFile } from "@groundcrew/simulator/model";
import { z } from "zod";
import { machine } from "./measure.ts";

/** The simulated fleet of a benchmark. `reporting` is how many of its stations report. */
export type Fleet = { stations: number; reporting: number };

/** How long stations may take to connect, the share that has to (some are simulated as offline), and then to report regularly. */
const CONNECT = { withinMs: 240_000, share: 0.85, settleMs: 60_000 } as const;
/** The server needs an open file for each station's connection, and some for everything else. */
const CONNECTIONS_SHARE = 0.75;

/** The options that benchmarks have in common: `[--stations N] [--quiet]`. Without `--quiet`, the simulated fleet reports. */
export function fleetOptions(defaultStations: number): Fleet {
  const options = {
    stations: { type: "string", default: String(defaultStations) },
    quiet: { type: "boolean" },
  } as const;
  const { values } = parseArgs({ options, strict: false });
  const stations = Number(values.stations);
  return {
    stations,
    reporting: values.quiet ? 0 : Math.min(stations, Math.floor(CONNECTIONS_SHARE * openFilesLimit())),
  };
}

/** A benchmark's own option that is a number. */
export function numberOption(name: string, defaultValue: number): number {
  const { values } = parseArgs({ options: { [name]: { type: "string" } }, strict: false });
  return Number(values[name] ?? defaultValue);
}

/** The machine and the fleet, in one line. */
export function circumstances({ stations, reporting }: Fleet): string {
  const some = reporting === 0 ? "none of them" : `${reporting} of them`;
  return `${machine()}; ${stations} stations, ${reporting === stations ? "" : `${some} `}reporting`;
}

const limits = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.unknown() }) }).optional() });

/** How many files a process may open; the server is one process, whatever its MQTT_THREADS. */
function openFilesLimit(): number {
  const { userLimits } = limits.parse(process.report.getReport());
  return Number(userLimits?.open_files.soft) || Infinity;
}

const SIMULATOR = fileURLToPath(new URL("../simulator/src/main.ts", import.meta.url));

/**
 * Starts the first stations of a fleet file in their own process. Lost connections, of which it writes a line for each station, are expected
 * when a server is killed.
 */
export function startFleet(brokerUrl: string, file: string, reporting: number): ChildProcess {
  const { stations, ...rest } = fleetFile.parse(JSON.parse(readFileSync(file, "utf8")));
  const own = `${file}.reporting`;
  writeFileSync(own, JSON.stringify({ ...rest, stations: stations.slice(0, reporting) }), { mode: 0o600 });
  const args = [SIMULATOR, "--fleet", own, "--state", `${own}.state`, "--broker", brokerUrl];
  const fleet = spawn(process.execPath, args, { stdio: ["pipe", "ignore", "pipe"] });
  createInterface({ input: fleet.stderr }).on("line", (line) => {
    if (!line.endsWith(" It keeps trying.")) console.error(line);
  });
  return fleet;
}

/** Waits until most of these stations are online, and then until they report regularly. `list` is the body of a list of all stations. */
export async function waitForFleet(fleet: ChildProcess, reporting: number, list: () => Promise<Buffer>): Promise<void> {
  const wanted = reporting * CONNECT.share;
  const deadline = performance.now() + CONNECT.withinMs;
  for (let online = 0; online < wanted;) {
    if (fleet.exitCode !== null) throw new Error("The simulated fleet has ended.");
    if (performance.now() > deadline) throw new Error(`Only ${online} of ${wanted} stations are online.`);
    await sleep(2_000);
    online = (await list()).toString().split('"last_online_status":true').length - 1;
  }
  await sleep(CONNECT.settleMs);
}
