import { closeSync, openSync, writeSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { stationEvent, type StationEvent } from "@groundcrew/shared/link";
import { z } from "zod";
import { fleetCycles } from "./model/index.ts";

const count = z.number().int().nonnegative();

/** A station's counters. `identity` differs for another station that later gets the same name. */
const savedStation = z.object({ identity: z.string(), boot: count, swaps: count, cycles: fleetCycles });
export type SavedStation = z.output<typeof savedStation>;

const line = z.union([
  savedStation.extend({ name: z.string() }),
  z.object({ name: z.string(), event: stationEvent }),
  z.object({ name: z.string(), acknowledged: z.array(z.string()) }),
]);

/** Events of a station that the server has not acknowledged. */
export type OutboxStore = {
  events: readonly StationEvent[];
  add(event: StationEvent): void;
  remove(ids: readonly string[]): void;
};

/** State of the stations that survives a restart of the simulator. */
export type StateStore = {
  load(name: string): SavedStation | undefined;
  /** Must be called before the change is reported: a station that lost a reported swap would look as if it had been reset. */
  save(name: string, saved: SavedStation): void;
  outboxStore(name: string): OutboxStore;
  /** Compacts the file to one line for each station and one for each event. */
  close(): Promise<void>;
};

type StoredState = { stations: Map<string, SavedStation>; events: Map<string, StationEvent[]> };

/** How many events a station keeps; the oldest are dropped first. */
const MAX_EVENTS = 5_000;

/** A store that ends with the process. */
export function memoryStateStore(): StateStore {
  return { ...createStore({ stations: new Map(), events: new Map() }, () => {}), close: () => Promise.resolve() };
}

/**
 * A store in a file of JSON lines, in which a later line of a station replaces an earlier one. Saving appends a line; opening and
 * closing compact the file. Throws an error with a sentence if the file is not a state file.
 */
export async function openStateFile(path: string): Promise<StateStore> {
  const state = await readLines(path);
  await rewrite(path, state);
  const file = openSync(path, "a");
  return {
    ...createStore(state, (text) => void writeSync(file, text)),
    async close() {
      closeSync(file);
      await rewrite(path, state);
    },
  };
}

function createStore({ stations, events }: StoredState, append: (text: string) => void): Omit<StateStore, "close"> {
  return {
    load: (name) => stations.get(name),
    save(name, saved) {
      stations.set(name, saved);
      append(jsonLine({ name, ...saved }));
    },
    outboxStore(name) {
      const own = events.get(name) ?? [];
      events.set(name, own);
      return {
        events: own,
        add(event) {
          own.push(event);
          own.splice(0, own.length - MAX_EVENTS);
          append(jsonLine({ name, event }));
        },
        remove(ids) {
          remove(own, ids);
          append(jsonLine({ name, acknowledged: [...ids] }));
        },
      };
    },
  };
}

function remove(events: StationEvent[], ids: readonly string[]): void {
  const removed = new Set(ids);
  events.splice(0, events.length, ...events.filter(({ event_id }) => !removed.has(event_id)));
}

async function readLines(path: string): Promise<StoredState> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  const state: StoredState = { stations: new Map(), events: new Map() };
  // Text after the last line break was being written when the process was killed.
  for (const lineText of text.split("\n").slice(0, -1)) {
    const read = line.safeParse(parseJson(lineText));
    if (!read.success)
      throw new Error(`${path} is not a state file of the simulator. Remove it to start with a new one.`);
    applyLine(state, read.data);
  }
  return state;
}

function applyLine({ stations, events }: StoredState, read: z.output<typeof line>): void {
  const { name, ...entry } = read;
  const own = events.get(name) ?? [];
  if ("event" in entry) events.set(name, [...own, entry.event]);
  else if ("acknowledged" in entry) remove(own, entry.acknowledged);
  else stations.set(name, entry);
}

async function rewrite(path: string, { stations, events }: StoredState): Promise<void> {
  const temporaryPath = `${path}.new`;
  const lines = [
    ...Array.from(stations, ([name, saved]) => jsonLine({ name, ...saved })),
    ...Array.from(events, ([name, own]) => own.map((event) => jsonLine({ name, event }))).flat(),
  ];
  await writeFile(temporaryPath, lines.join(""), { mode: 0o600, flush: true });
  await rename(temporaryPath, path);
}

function jsonLine(entry: z.output<typeof line>): string {
  return `${JSON.stringify(entry)}\n`;
}

/** The value of a JSON text; undefined, which no schema accepts, if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
