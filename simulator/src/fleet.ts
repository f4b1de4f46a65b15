import { hash } from "node:crypto";
import type { FleetFile, FleetStation } from "./model/index.ts";
import { systemClock, type Clock } from "./clock.ts";
import type { PlannedFault } from "./faults/index.ts";
import type { Log } from "./link.ts";
import { openMedia } from "./media/index.ts";
import { rateLimit } from "./rate-limit.ts";
import { memoryWithoutFile, openMemory, type SavedStation } from "./state-file.ts";
import { simulate, type SimulatedStation } from "./station.ts";

/** A fleet at work. */
export type Fleet = {
  stations: SimulatedStation[];
  /** The station of that name; undefined when the fleet has none. */
  station(name: string): SimulatedStation | undefined;
  /** Id of the process that sends live video, once there is one. */
  mediaPid(): number | undefined;
  /** Takes every station off the link and saves what they must remember. */
  stop(): Promise<void>;
};

type FleetOptions = {
  /** Address of the broker, `mqtt://host:port`. */
  broker: string;
  fleet: FleetFile;
  /** File that remembers boot counters and swaps from run to run; without one, nothing is remembered. */
  statePath?: string;
  clock?: Clock;
  log: Log;
  /** A real camera that all live video comes from, instead of drawn ones. */
  camera?: string | null;
  /** What goes wrong, and when. */
  faults?: readonly PlannedFault[];
  /** How many may dial in a second. */
  connectionsPerSecond?: number;
};

const CONNECTIONS_PER_SECOND = 100;

/** Starts all stations of a fleet file. They connect one after the other. */
export async function startFleet({
  broker,
  fleet,
  statePath,
  clock = systemClock,
  ...rest
}: FleetOptions): Promise<Fleet> {
  const { log, camera = null, faults: planned = [], connectionsPerSecond = CONNECTIONS_PER_SECOND } = rest;
  const memory = statePath === undefined ? memoryWithoutFile() : await openMemory(statePath);
  const dialDelayMs = rateLimit(clock, connectionsPerSecond);
  const media = openMedia({ look: (name) => byName.get(name)?.scene() ?? null, camera, log });
  const stations = fleet.stations.map((station) => {
    const before = memory.recall(station.name);
    const saved = bootUp(station, before);
    memory.keep(station.name, saved);
    const keep = (next: SavedStation) => memory.keep(station.name, next);
    const outboxStore = memory.outboxStore(station.name);
    if (before?.identity !== saved.identity) outboxStore.remove(outboxStore.events.map(({ event_id }) => event_id));
    return simulate({ station, saved, keep, outboxStore, broker, clock, log, media, dialDelayMs, planned });
  });
  const byName = new Map(stations.map((station) => [station.name, station]));
  for (const station of stations) station.start();
  let stopping: Promise<void> | null = null;
  async function stopAll(): Promise<void> {
    await Promise.all(stations.map((station) => station.stop()));
    await media.stop();
    await memory.close();
  }
  return {
    stations,
    station: (name) => byName.get(name),
    mediaPid: () => media.pid(),
    stop: () => (stopping ??= stopAll()),
  };
}

/**
 * What a station remembers, with its boot counter one further. A station whose secret is another than last time was set up
 * anew, with other counters, and remembers nothing.
 */
function bootUp(station: FleetStation, saved: SavedStation | undefined): SavedStation {
  const identity = hash("sha256", station.password);
  if (saved?.identity === identity) return { ...saved, boot: saved.boot + 1 };
  return { identity, boot: 1, swaps: station.swaps_performed, cycles: station.cycles };
}
