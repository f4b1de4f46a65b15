import type { Birth } from "@groundcrew/shared/link";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { capabilitiesOf, snapshotOf, unit, type FleetStation, type Machine } from "./model/index.ts";
import type { Clock } from "./clock.ts";
import { obey } from "./commands.ts";
import { faultsOf, type PlannedFault } from "./faults/index.ts";
import { startLifecycle, type Lifecycle } from "./lifecycle.ts";
import { linkOf, type Log } from "./link.ts";
import type { Media } from "./media/index.ts";
import type { OutboxStore } from "./state-file.ts";
import { pastOf } from "./past.ts";
import { sceneNow, type Scene } from "./scene.ts";
import type { SavedStation } from "./state-file.ts";
import { startReport, type Pace, type Report } from "./telemetry.ts";

/** A station of the fleet. */
export type SimulatedStation = {
  name: string;
  /** Performs one more battery swap now and tells it as early as the pace allows. */
  swapNow(): void;
  /** Holds the temperature inside, and tells it as early as the pace allows; null gives it back to the climate control. */
  setTemperatureF(fahrenheit: number | null): void;
  /** Takes the station off the link until `goOnline`. */
  goOffline(): Promise<void>;
  goOnline(): void;
  /** Breaks the connection without a word; it is dialled again at once. */
  breakLink(): void;
  /** Whether the server has accepted the station and hears it. */
  isReporting(): boolean;
  /** What there is to see inside. */
  scene(): Scene;
};

type StationOptions = {
  station: FleetStation;
  /** What it remembers; the boot counter is that of this run. */
  saved: SavedStation;
  keep: (saved: SavedStation) => void;
  /** What it has not told yet. */
  outboxStore: OutboxStore;
  broker: string;
  clock: Clock;
  log: Log;
  /** Sends its live video. */
  media: Media;
  /** How many ms to wait before dialling, so that not all stations dial at once. */
  dialDelayMs: () => number;
  /** What goes wrong with the fleet, and when. */
  planned: readonly PlannedFault[];
};

/**
 * A station with its life inside and its link outside. `start` puts it on the link, unless it is one that never is; after `stop`
 * nothing happens to it any more.
 */
export function simulate(of: StationOptions): SimulatedStation & { start(): void; stop(): Promise<void> } {
  const { station, clock } = of;
  const past = pastOf({ ...of, isHeard: () => report !== null });
  const life = startLifecycle({ ...of, onStep: (step) => past.note(step) });
  const { look, keep } = writtenDown(of, life);
  let report: Report | null = null;
  const flapping = flappingOf(station, clock, (outageMs) => link.drop(outageMs));

  const reset = () => {
    life.forgetCounts();
    look();
    link.forgetBoot();
  };
  const faults = faultsOf({ ...of, acts: { fail: past.add, drop: () => link.drop(0), reset } });
  const { log, media } = of;
  const answer: Parameters<typeof obey>[0]["answer"] = (message) => link.answer(message);
  const orders = obey({ station, clock, look, answer, log, media, camerasAreHalfDead: faults.camerasAreHalfDead });

  const link = linkOf({
    ...of,
    boot: of.saved.boot,
    ...faults.onLink,
    onBoot: (boot) => keep({ boot }),
    birth: () => ({ ...birthOf(station, look()), untold_swaps: past.unsentSwaps() }),
    onEventAck: (payload) => past.hear(payload),
    onCommand: (payload) => orders.hear(payload),
    onAccepted(pace: Pace, serverTime: number) {
      orders.setServerTime(serverTime);
      const send = (machine: Machine) => link.tell({ snapshot: snapshotOf(station, machine) });
      report = startReport({ station, pace, clock, told: look(), look, send });
      past.open((told) => link.tellPast(told));
      flapping.start();
    },
    onLost() {
      report?.stop();
      report = null;
      past.close();
      flapping.stop();
    },
  });

  return {
    name: station.name,
    ...controlsOf({ life, look, tellSoon: () => report?.soon() }),
    goOffline: () => link.close(),
    goOnline: () => link.open(),
    breakLink: () => link.drop(0),
    isReporting: () => report !== null,
    scene: () => sceneNow(station, look()),
    start() {
      if (station.behaviour.link !== "offline") link.open();
    },
    stop() {
      faults.stop();
      return link.close();
    },
  };
}

/** A life whose counters are kept before anybody is told of them. */
function writtenDown({ saved: before, keep: write }: StationOptions, life: Lifecycle) {
  let saved = before;

  function keep(change: Partial<SavedStation>): void {
    saved = { ...saved, ...change };
    write(saved);
  }

  function look(): Machine {
    const machine = life.look();
    if (machine.swaps !== saved.swaps) keep({ swaps: machine.swaps, cycles: machine.cycles });
    return machine;
  }

  return { keep, look };
}

/** What may be done to a station by hand. */
function controlsOf({ life, look, tellSoon }: { life: Lifecycle; look: () => Machine; tellSoon: () => void }) {
  return {
    swapNow(): void {
      life.swap();
      look();
      tellSoon();
    },
    setTemperatureF(fahrenheit: number | null): void {
      life.holdInsideC(fahrenheit === null ? null : (fahrenheit - 32) / 1.8);
      tellSoon();
    },
  };
}

function birthOf(station: FleetStation, machine: Machine): Birth["data"] {
  return {
    station_type: station.station_type,
    version_api: station.versions.api,
    capabilities: capabilitiesOf(station),
    config: station.config,
    snapshot: snapshotOf(station, machine),
  };
}

const KEY = { up: 131, outage: 132 } as const;

/** Cuts the link of a flapping station after some minutes, again and again; leaves the others alone. */
function flappingOf(station: FleetStation, clock: Clock, drop: (outageMs: number) => void) {
  let drops = 0;
  let cancel = () => {};
  return {
    start() {
      if (station.behaviour.link !== "flapping") return;
      drops += 1;
      const upMs = (1 + 6 * unit(station.seed, KEY.up, drops)) * MINUTE_MS;
      const outageMs = (30 + 210 * unit(station.seed, KEY.outage, drops)) * SECOND_MS;
      cancel = clock.after(upMs, () => drop(outageMs));
    },
    stop: () => cancel(),
  };
}
