import { capabilitiesOf, snapshotOf, unit, type FleetStation, type Machine } from "@groundcrew/shared/fleet";
import type { Birth } from "@groundcrew/shared/link";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { Clock } from "./clock.ts";
import { obey } from "./commands.ts";
import { startLife } from "./life.ts";
import { linkOf, type Log } from "./link.ts";
import type { Media } from "./media/index.ts";
import type { Shelf } from "./outbox.ts";
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
  shelf: Shelf;
  broker: string;
  clock: Clock;
  log: Log;
  /** Sends its live video. */
  media: Media;
  /** How many ms to wait for one's turn to dial. */
  turn: () => number;
};

/** A station with its life inside and its link outside. `start` puts it on the link, unless it is one that never is. */
export function simulate(of: StationOptions): SimulatedStation & { start(): void } {
  const { station, clock } = of;
  const past = pastOf({ ...of, isHeard: () => report !== null });
  const life = startLife({ ...of, onStep: (step) => past.note(step) });
  let { saved } = of;
  let report: Report | null = null;
  const flapping = flappingOf(station, clock, (outageMs) => link.drop(outageMs));

  function keep(change: Partial<SavedStation>): void {
    saved = { ...saved, ...change };
    of.keep(saved);
  }

  function look(): Machine {
    const machine = life.look();
    if (machine.swaps !== saved.swaps) keep({ swaps: machine.swaps, cycles: machine.cycles });
    return machine;
  }

  const { log, media } = of;
  const orders = obey({ station, clock, look, answer: (message) => link.answer(message), log, media });

  const link = linkOf({
    ...of,
    boot: saved.boot,
    onBoot: (boot) => keep({ boot }),
    birth: () => ({ ...birthOf(station, look()), untold_swaps: past.untoldSwaps() }),
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
    swapNow() {
      life.swap();
      look();
      report?.soon();
    },
    setTemperatureF(fahrenheit) {
      life.holdInsideC(fahrenheit === null ? null : (fahrenheit - 32) / 1.8);
      report?.soon();
    },
    goOffline: () => link.close(),
    goOnline: () => link.open(),
    isReporting: () => report !== null,
    scene: () => sceneNow(station, look()),
    start() {
      if (station.behaviour.link !== "offline") link.open();
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
