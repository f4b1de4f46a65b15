import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fleetFile, type FleetStation } from "@groundcrew/simulator/model";
import { makeFolders } from "../src/platform/lib/index.ts";

/** A station's entry in the fleet file, as its line there. */
export type FleetLine = { name: string; text: string };

export function lineOf(station: FleetStation): FleetLine {
  return { name: station.name, text: JSON.stringify(station) };
}

// One station a line, so that the names of a large fleet are found without parsing all of it.
const [OPENING, SEPARATOR, CLOSING] = ['{"v":1,"stations":[\n', ",\n", "\n]}\n"];
const NAME = /^\{"name":"([a-z0-9-]+)",.*\}$/;

/** The stations in a fleet file, by name; null when there is no readable file. */
export async function readFleetFile(path: string): Promise<Map<string, FleetLine> | null> {
  try {
    const text = await readFile(path, "utf8");
    const lines = linesIn(text) ?? fleetFile.parse(JSON.parse(text)).stations.map(lineOf);
    return new Map(lines.map((line) => [line.name, line]));
  } catch {
    // Missing or invalid. In both cases the stations get new passwords.
    return null;
  }
}

/** Null for a file that was written in another form. */
function linesIn(text: string): FleetLine[] | null {
  if (!text.startsWith(OPENING) || !text.endsWith(CLOSING)) return null;
  const lines: FleetLine[] = [];
  for (const line of text.slice(OPENING.length, -CLOSING.length).split(SEPARATOR)) {
    const name = NAME.exec(line)?.[1];
    if (name === undefined) return null;
    lines.push({ name, text: line });
  }
  return lines;
}

/** Replaces the whole fleet file. Only its owner may read it, because it contains the stations' passwords. */
export async function writeFleetFile(path: string, lines: readonly FleetLine[]): Promise<void> {
  const temporaryPath = `${path}.new`;
  makeFolders(dirname(path));
  const text = OPENING + lines.map((line) => line.text).join(SEPARATOR) + CLOSING;
  await writeFile(temporaryPath, text, { mode: 0o600, flush: true });
  // The mode above only applies when the file is created.
  await chmod(temporaryPath, 0o600);
  await rename(temporaryPath, path);
}
