import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { DAY_MS } from "@groundcrew/shared/lib";
import { fleetFile, type FleetFile } from "./model/index.ts";
import { readFaultsFile } from "./faults/index.ts";
import { startFleet } from "./fleet.ts";
import { isCamera } from "./media/index.ts";
import { parseJson } from "./state-file.ts";

const USAGE =
  "Usage: node simulator/src/main.ts --fleet FILE --state FILE --broker mqtt://HOST:PORT [--camera rtsp://… | /dev/video0] [--faults FILE] [--keep-days DAYS]";

function logError(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

async function run(): Promise<void> {
  const { path, state: statePath, faultsPath, ...options } = readOptions();
  const faults = await readFaultsFile(faultsPath);
  const fleet = await startFleet({ ...options, fleet: await readFleet(path), statePath, faults, log: logError });
  process.stdout.write(`${fleet.stations.length} simulated stations are running.\n`);
  await stopRequested();
  await fleet.stop();
}

function readOptions() {
  const text = { type: "string" } as const;
  const options = { fleet: text, state: text, broker: text, camera: text, faults: text, "keep-days": text };
  const { values } = parseArgs({ options });
  const { fleet: path, state, broker, camera = null, faults: faultsPath, "keep-days": keepDays = "7" } = values;
  if (!path || !state || !broker) throw new Error(USAGE);
  if (!/^mqtts?:\/\//.test(broker)) throw new Error(`${broker} is not the address of an MQTT broker. ${USAGE}`);
  if (camera !== null && !isCamera(camera)) throw new Error(`${camera} is not a camera. ${USAGE}`);
  if (!/^\d{1,4}$/.test(keepDays)) throw new Error(`${keepDays} is not a number of days. ${USAGE}`);
  return { path, state, broker, camera, faultsPath, keepMs: Number(keepDays) * DAY_MS };
}

async function readFleet(path: string): Promise<FleetFile> {
  const read = fleetFile.safeParse(parseJson(await readFile(path, "utf8")));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`${path} is not a fleet file: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`);
}

/** Resolves on SIGINT or SIGTERM, or when standard input ends, which means that the parent process has ended. */
function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
    process.stdin.once("close", () => resolve());
    process.stdin.once("end", () => resolve());
    process.stdin.resume();
  });
}

try {
  await run();
  process.stdin.destroy();
} catch (error) {
  logError(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
