import { hash } from "node:crypto";
import type { FleetFile, FleetStation } from "./model/index.ts";
import { systemClock, type Clock } from "./clock.ts";
import { limitConnecting } from "./connect-in-turn.ts";
import type { PlannedFault } from "./faults/index.ts";
import type { Log } from "./link.ts";
import { openMedia } from "./media/index.ts";
import { memoryStateStore, openStateFile, type SavedStation } from "./state-file.ts";
import { simulate, type SimulatedStation } from "./station.ts";

/** A running fleet. */
export type Fleet = {
  stations: SimulatedStation[];
  /** The station of that name; undefined when the fleet has none. */
  station(name: string): SimulatedStation | undefined;
  /** Id of the process that sends live video, if it is running. */
  mediaPid(): number | undefined;
  /** Disconnects every station and saves their counters. */
  stop(): Promise<void>;
};

type FleetOptions = {
  /** Address of the broker, `mqtt://host:port`. */
  broker: string;
  fleet: FleetFile;
  /** File that keeps counters and unsent events between runs; without it, they are lost when the fleet stops. */
  statePath?: string;
  clock?: Clock;
  log: Log;
  /** Address or device of a real camera, which replaces all drawn live video. */
  camera?: string | null;
  /** The schedule of faults. */
  faults?: readonly PlannedFault[];
  /** How long stations keep events that the server has acknowledged, in ms. */
  keepMs?: number | undefined;
  /** How many stations may connect at the same time. */
  connectingAtOnce?: number;
};

const CONNECTING_AT_ONCE = 50;

/** Starts all stations of a fleet file. They connect in turn. */
export async function startFleet({
  broker,
  fleet,
  statePath,
  clock = systemClock,
  ...rest
}: FleetOptions): Promise<Fleet> {
  const { log, camera = null, faults: planned = [], connectingAtOnce = CONNECTING_AT_ONCE, keepMs } = rest;
  const storing = { clock, ...(keepMs !== undefined && { keepMs }) };
  const stateStore = statePath === undefined ? memoryStateStore(storing) : await openStateFile(statePath, storing);
  const connectInTurn = limitConnecting(connectingAtOnce);
  const media = openMedia({ currentScene: (name) => byName.get(name)?.scene() ?? null, camera, log });
  const stations = fleet.stations.map((station) => {
    const previous = stateStore.load(station.name);
    const saved = countBoot(station, previous);
    stateStore.save(station.name, saved);
    const save = (next: SavedStation) => stateStore.save(station.name, next);
    const outboxStore = stateStore.outboxStore(station.name);
    if (previous?.identity !== saved.identity) outboxStore.clear();
    return simulate({ station, saved, save, outboxStore, broker, clock, log, media, connectInTurn, planned });
  });
  const byName = new Map(stations.map((station) => [station.name, station]));
  for (const station of stations) station.start();
  let stopping: Promise<void> | null = null;
  async function stopAll(): Promise<void> {
    await Promise.all(stations.map((station) => station.stop()));
    await media.stop();
    await stateStore.close();
  }
  return {
    stations,
    station: (name) => byName.get(name),
    mediaPid: () => media.pid(),
    stop: () => (stopping ??= stopAll()),
  };
}

/**
 * The saved counters with the boot counter increased by one. A changed secret means that this is another station of the same name,
 * which starts with the counters of the fleet file.
 */
function countBoot(station: FleetStation, saved: SavedStation | undefined): SavedStation {
  const identity = hash("sha256", station.password);
  if (saved?.identity === identity) return { ...saved, boot: saved.boot + 1 };
  return { identity, boot: 1, swaps: station.swaps_performed, cycles: station.cycles };
}
