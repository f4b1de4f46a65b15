import { closeSync, openSync, writeSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { stationEvent, type StationEvent } from "@groundcrew/shared/link";
import { z } from "zod";
import { systemClock, type Clock } from "./clock.ts";
import { fleetCycles } from "./model/index.ts";
import { eventStore, KEEP_MS, type EventStore, type Resend } from "./event-store.ts";

const count = z.number().int().nonnegative();

/** A station's counters. `identity` differs for another station that later gets the same name. */
const savedStation = z.object({ identity: z.string(), boot: count, swaps: count, cycles: fleetCycles });
export type SavedStation = z.output<typeof savedStation>;

const ms = z.number();
const line = z.union([
  savedStation.extend({ name: z.string() }),
  z.object({ name: z.string(), event: stationEvent, acknowledged_at: ms }),
  z.object({ name: z.string(), event: stationEvent }),
  // Files of earlier versions have no time.
  z.object({ name: z.string(), acknowledged: z.array(z.string()), at: ms.default(0) }),
  z.object({ name: z.string(), resend: z.object({ id: z.string(), after: ms, resent: stationEvent }) }),
  z.object({ name: z.string(), complete_since: ms, request: z.string().nullable() }),
  z.object({ name: z.string(), cleared: ms }),
]);
type Line = z.output<typeof line>;

/** Events of a station that the server has not acknowledged, and how to change them. */
export type OutboxStore = {
  readonly events: readonly StationEvent[];
  add(event: StationEvent): void;
  acknowledge(ids: readonly string[]): void;
  /**
   * Sends events again that were acknowledged after a time by the station's clock (ms), followed by the event that `resent` makes; does
   * nothing for a request that was carried out before.
   */
  resend(request: Omit<Resend, "resent">, resent: (facts: { events: number; complete: boolean }) => StationEvent): void;
  clear(): void;
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

type StoredState = { stations: Map<string, SavedStation>; events: Map<string, EventStore> };

type StoreOptions = { clock?: Clock; /** How long acknowledged events are kept. */ keepMs?: number };

/** A store that ends with the process. */
export function memoryStateStore(options: StoreOptions = {}): StateStore {
  const state = { stations: new Map(), events: new Map() };
  return { ...createStore(state, () => {}, options), close: () => Promise.resolve() };
}

/**
 * A store in a file of JSON lines, in which a later line of a station replaces an earlier one. Saving appends a line; opening and
 * closing compact the file. Throws an error with a sentence if the file is not a state file.
 */
export async function openStateFile(path: string, options: StoreOptions = {}): Promise<StateStore> {
  const state = await readLines(path, options);
  await rewrite(path, state);
  const file = openSync(path, "a");
  return {
    ...createStore(state, (text) => void writeSync(file, text), options),
    async close() {
      closeSync(file);
      await rewrite(path, state);
    },
  };
}

function createStore(
  { stations, events }: StoredState,
  append: (text: string) => void,
  options: StoreOptions,
): Omit<StateStore, "close"> {
  const { clock = systemClock } = options;
  return {
    load: (name) => stations.get(name),
    save(name, saved) {
      stations.set(name, saved);
      append(jsonLine({ name, ...saved }));
    },
    outboxStore(name) {
      const own = eventsOf(events, name, options);
      return {
        get events() {
          return own.events();
        },
        add(event) {
          own.add(event);
          append(jsonLine({ name, event }));
        },
        acknowledge(ids) {
          const at = clock.now();
          own.acknowledge(ids, at);
          append(jsonLine({ name, acknowledged: [...ids], at }));
        },
        resend(request, resent) {
          const facts = own.asked(request);
          if (facts === null) return;
          const resend = { ...request, resent: resent(facts) };
          own.resend(resend);
          append(jsonLine({ name, resend }));
        },
        clear() {
          const cleared = clock.now();
          own.clear(cleared);
          append(jsonLine({ name, cleared }));
        },
      };
    },
  };
}

function eventsOf(
  events: StoredState["events"],
  name: string,
  { clock = systemClock, keepMs = KEEP_MS }: StoreOptions,
): EventStore {
  const own = events.get(name) ?? eventStore(clock.now(), keepMs);
  events.set(name, own);
  return own;
}

async function readLines(path: string, options: StoreOptions): Promise<StoredState> {
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
    applyLine(state, read.data, options);
  }
  return state;
}

function applyLine({ stations, events }: StoredState, { name, ...entry }: Line, options: StoreOptions): void {
  if ("identity" in entry) {
    stations.set(name, entry);
    return;
  }
  const own = eventsOf(events, name, options);
  if ("acknowledged_at" in entry) own.keep(entry);
  else if ("event" in entry) own.add(entry.event);
  else if ("acknowledged" in entry) own.acknowledge(entry.acknowledged, entry.at);
  else if ("resend" in entry) own.resend(entry.resend);
  else if ("cleared" in entry) own.clear(entry.cleared);
  else own.restore(entry);
}

async function rewrite(path: string, { stations, events }: StoredState): Promise<void> {
  const temporaryPath = `${path}.new`;
  const lines = [
    ...Array.from(stations, ([name, saved]) => jsonLine({ name, ...saved })),
    ...Array.from(events, ([name, own]) => linesOf(name, own)).flat(),
  ];
  await writeFile(temporaryPath, lines.join(""), { mode: 0o600, flush: true });
  await rename(temporaryPath, path);
}

function linesOf(name: string, own: EventStore): string[] {
  const kept = own.kept().map((one) => jsonLine({ name, ...one }));
  const unsent = own.events().map((event) => jsonLine({ name, event }));
  return [jsonLine({ name, ...own.facts() }), ...kept, ...unsent];
}

function jsonLine(entry: Line): string {
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
