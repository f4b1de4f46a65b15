import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { DAY_MS } from "@groundcrew/shared/lib";
import { isCamera } from "./media/index.ts";
import { fleetFile, type FleetFile } from "./model/index.ts";
import { parseJson } from "./state-file.ts";

const USAGE =
  "Usage: node simulator/src/main.ts --fleet FILE --state FILE --broker mqtt://HOST:PORT [--camera rtsp://… | /dev/video0] [--faults FILE] [--keep-days DAYS]";

/** The options of the command line. Throws a sentence about the first that is missing or invalid. */
export function readOptions(args: string[]) {
  const text = { type: "string" } as const;
  const options = { fleet: text, state: text, broker: text, camera: text, faults: text, "keep-days": text };
  const { values } = parseArgs({ args, options });
  const { fleet: path, state, broker, camera = null, faults: faultsPath, "keep-days": keepDays = "7" } = values;
  if (!path || !state || !broker) throw new Error(USAGE);
  if (!/^mqtts?:\/\//.test(broker)) throw new Error(`${broker} is not the address of an MQTT broker. ${USAGE}`);
  if (camera !== null && !isCamera(camera)) throw new Error(`${camera} is not a camera. ${USAGE}`);
  if (!/^\d{1,4}$/.test(keepDays)) throw new Error(`${keepDays} is not a number of days. ${USAGE}`);
  return { path, state, broker, camera, faultsPath, keepMs: Number(keepDays) * DAY_MS };
}

/** The stations of a fleet file. Throws a sentence if it is none. */
export async function readFleet(path: string): Promise<FleetFile> {
  const read = fleetFile.safeParse(parseJson(await readFile(path, "utf8")));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`${path} is not a fleet file: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`);
}
