import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fleetFile, type FleetStation } from "@groundcrew/simulator/model";
import { makeFolders } from "../src/lib/index.ts";

/** The stations in a fleet file, by name; null when there is no readable file. */
export async function readFleetFile(path: string): Promise<Map<string, FleetStation> | null> {
  try {
    const { stations } = fleetFile.parse(JSON.parse(await readFile(path, "utf8")));
    return new Map(stations.map((station) => [station.name, station]));
  } catch {
    // Missing or invalid. In both cases the stations get new passwords.
    return null;
  }
}

/** Replaces the whole fleet file. Only its owner may read it, because it contains the stations' passwords. */
export async function writeFleetFile(path: string, stations: readonly FleetStation[]): Promise<void> {
  const draft = `${path}.new`;
  makeFolders(dirname(path));
  await writeFile(draft, JSON.stringify({ v: 1, stations }), { mode: 0o600, flush: true });
  // The mode above only applies when the file is created.
  await chmod(draft, 0o600);
  await rename(draft, path);
}
