import { closeSync, openSync, writeSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { fleetCycles } from "@groundcrew/shared/fleet";
import { z } from "zod";

const count = z.number().int().nonnegative();

/**
 * What a station keeps when it is switched off: its boot counter and what its counters stood at. `identity` tells it from
 * another station that was given its name later.
 */
const savedStation = z.object({ identity: z.string(), boot: count, swaps: count, cycles: fleetCycles });
export type SavedStation = z.output<typeof savedStation>;

const line = savedStation.extend({ name: z.string() });

/** What stations keep from run to run. */
export type Memory = {
  recall(name: string): SavedStation | undefined;
  /** Keeps this before anybody is told: a station that forgot a swap it has told would look as if it had been reset. */
  keep(name: string, saved: SavedStation): void;
  /** Rewrites the file with one line a station. */
  close(): Promise<void>;
};

/** Memory that ends with the process. */
export function memoryWithoutFile(): Memory {
  const stations = new Map<string, SavedStation>();
  return {
    recall: (name) => stations.get(name),
    keep: (name, saved) => void stations.set(name, saved),
    close: () => Promise.resolve(),
  };
}

/**
 * Memory in a file of JSON lines, in which a later line of a station replaces the earlier. Keeping appends a line; opening and
 * closing replace the file as a whole. Throws a sentence when the file is something else.
 */
export async function openMemory(path: string): Promise<Memory> {
  const stations = await readLines(path);
  await rewrite(path, stations);
  const file = openSync(path, "a");
  return {
    recall: (name) => stations.get(name),
    keep(name, saved) {
      stations.set(name, saved);
      writeSync(file, textOf(name, saved));
    },
    async close() {
      closeSync(file);
      await rewrite(path, stations);
    },
  };
}

async function readLines(path: string): Promise<Map<string, SavedStation>> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  // What follows the last line break was being written when the process was killed.
  const whole = text.split("\n").slice(0, -1);
  return new Map(
    whole.map((lineText) => {
      const read = line.safeParse(parseJson(lineText));
      if (!read.success) throw new Error(`${path} is no state file of the simulator. Remove it to start it afresh.`);
      const { name, ...saved } = read.data;
      return [name, saved];
    }),
  );
}

async function rewrite(path: string, stations: Map<string, SavedStation>): Promise<void> {
  const draft = `${path}.new`;
  const text = Array.from(stations, ([name, saved]) => textOf(name, saved)).join("");
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
}

function textOf(name: string, saved: SavedStation): string {
  return `${JSON.stringify({ name, ...saved })}\n`;
}

/** The value of a JSON text; undefined, which no schema accepts, for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
