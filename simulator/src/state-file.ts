import { closeSync, openSync, writeSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { stationEvent, type StationEvent } from "@groundcrew/shared/link";
import { z } from "zod";
import { fleetCycles } from "./model/index.ts";

const count = z.number().int().nonnegative();

/**
 * What a station keeps when it is switched off: its boot counter and what its counters stood at. `identity` tells it from
 * another station that was given its name later.
 */
const savedStation = z.object({ identity: z.string(), boot: count, swaps: count, cycles: fleetCycles });
export type SavedStation = z.output<typeof savedStation>;

const line = z.union([
  savedStation.extend({ name: z.string() }),
  z.object({ name: z.string(), event: stationEvent }),
  z.object({ name: z.string(), told: z.array(z.string()) }),
]);

/** Where events lie until the server has stored them. */
export type OutboxStore = {
  events: readonly StationEvent[];
  add(event: StationEvent): void;
  remove(ids: readonly string[]): void;
};

/** What stations keep from run to run. */
export type Memory = {
  recall(name: string): SavedStation | undefined;
  /** Keeps this before anybody is told: a station that forgot a swap it has told would look as if it had been reset. */
  keep(name: string, saved: SavedStation): void;
  /** Where the events of a station lie until they are told. */
  outboxStore(name: string): OutboxStore;
  /** Rewrites the file, with one line a station and one an event. */
  close(): Promise<void>;
};

type Kept = { stations: Map<string, SavedStation>; events: Map<string, StationEvent[]> };

/** More events than that a station cannot keep; the oldest are lost first. */
const MOST_EVENTS = 5_000;

/** Memory that ends with the process. */
export function memoryWithoutFile(): Memory {
  return { ...memoryOf({ stations: new Map(), events: new Map() }, () => {}), close: () => Promise.resolve() };
}

/**
 * Memory in a file of JSON lines, in which a later line of a station replaces the earlier. Keeping appends a line; opening and
 * closing replace the file as a whole. Throws a sentence when the file is something else.
 */
export async function openMemory(path: string): Promise<Memory> {
  const kept = await readLines(path);
  await rewrite(path, kept);
  const file = openSync(path, "a");
  return {
    ...memoryOf(kept, (text) => void writeSync(file, text)),
    async close() {
      closeSync(file);
      await rewrite(path, kept);
    },
  };
}

function memoryOf({ stations, events }: Kept, append: (text: string) => void): Omit<Memory, "close"> {
  return {
    recall: (name) => stations.get(name),
    keep(name, saved) {
      stations.set(name, saved);
      append(textOf({ name, ...saved }));
    },
    outboxStore(name) {
      const own = events.get(name) ?? [];
      events.set(name, own);
      return {
        events: own,
        add(event) {
          own.push(event);
          own.splice(0, own.length - MOST_EVENTS);
          append(textOf({ name, event }));
        },
        remove(told) {
          remove(own, told);
          append(textOf({ name, told: [...told] }));
        },
      };
    },
  };
}

function remove(events: StationEvent[], told: readonly string[]): void {
  const ids = new Set(told);
  events.splice(0, events.length, ...events.filter(({ event_id }) => !ids.has(event_id)));
}

async function readLines(path: string): Promise<Kept> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  const kept: Kept = { stations: new Map(), events: new Map() };
  // What follows the last line break was being written when the process was killed.
  for (const lineText of text.split("\n").slice(0, -1)) {
    const read = line.safeParse(parseJson(lineText));
    if (!read.success) throw new Error(`${path} is no state file of the simulator. Remove it to start it afresh.`);
    ingestEvents(kept, read.data);
  }
  return kept;
}

function ingestEvents({ stations, events }: Kept, read: z.output<typeof line>): void {
  const { name, ...said } = read;
  const own = events.get(name) ?? [];
  if ("event" in said) events.set(name, [...own, said.event]);
  else if ("told" in said) remove(own, said.told);
  else stations.set(name, said);
}

async function rewrite(path: string, { stations, events }: Kept): Promise<void> {
  const draft = `${path}.new`;
  const lines = [
    ...Array.from(stations, ([name, saved]) => textOf({ name, ...saved })),
    ...Array.from(events, ([name, own]) => own.map((event) => textOf({ name, event }))).flat(),
  ];
  await writeFile(draft, lines.join(""), { mode: 0o600, flush: true });
  await rename(draft, path);
}

function textOf(said: z.output<typeof line>): string {
  return `${JSON.stringify(said)}\n`;
}

/** The value of a JSON text; undefined, which no schema accepts, for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
