import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { fleetFile, type FleetFile } from "@groundcrew/shared/fleet";
import { startFleet } from "./fleet.ts";
import { parseJson } from "./state-file.ts";

const USAGE = "Usage: node simulator/src/main.ts --fleet FILE --state FILE --broker mqtt://HOST:PORT";

function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

async function run(): Promise<void> {
  const { fleet: path, state, broker } = readOptions();
  const fleet = await startFleet({ broker, fleet: await readFleet(path), statePath: state, log: complain });
  process.stdout.write(`${fleet.stations.length} simulated stations are switched on.\n`);
  await askedToStop();
  await fleet.stop();
}

function readOptions(): { fleet: string; state: string; broker: string } {
  const text = { type: "string" } as const;
  const { fleet, state, broker } = parseArgs({ options: { fleet: text, state: text, broker: text } }).values;
  if (!fleet || !state || !broker) throw new Error(USAGE);
  if (!/^mqtts?:\/\//.test(broker)) throw new Error(`${broker} is no address of an MQTT broker. ${USAGE}`);
  return { fleet, state, broker };
}

async function readFleet(path: string): Promise<FleetFile> {
  const read = fleetFile.safeParse(parseJson(await readFile(path, "utf8")));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`${path} is no fleet file: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`);
}

/** Resolves on SIGINT or SIGTERM, and when standard input ends: then whoever started the simulator is gone. */
function askedToStop(): Promise<void> {
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
  complain(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
