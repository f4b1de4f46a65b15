import type { Birth } from "@groundcrew/shared/link";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { capabilitiesOf, snapshotOf, randomUnit, type FleetStation, type Machine } from "./model/index.ts";
import type { Clock } from "./clock.ts";
import type { ConnectInTurn } from "./connect-in-turn.ts";
import { createCommandHandler } from "./commands.ts";
import { startFaults, type PlannedFault } from "./faults/index.ts";
import { startLifecycle, type Lifecycle } from "./lifecycle.ts";
import { createLink, type Log } from "./link.ts";
import type { Media } from "./media/index.ts";
import type { OutboxStore } from "./state-file.ts";
import { createBacklog } from "./outbox.ts";
import { sceneNow, type Scene } from "./scene.ts";
import type { SavedStation } from "./state-file.ts";
import { startReport, type Report } from "./telemetry.ts";

/** A station of the fleet. */
export type SimulatedStation = {
  name: string;
  /** Performs one more battery swap now and reports it as soon as the pace allows. */
  swapNow(): void;
  /** Holds the temperature inside and reports it as soon as the pace allows; null gives it back to the climate control. */
  setTemperatureF(fahrenheit: number | null): void;
  /** Reports an error now. */
  reportError(message: string): void;
  /** Disconnects the station until `goOnline`. */
  goOffline(): Promise<void>;
  goOnline(): void;
  /** Breaks the connection without a death message; the station reconnects at once. */
  breakLink(): void;
  /** Whether the server has accepted the connection, so that the station sends snapshots. */
  isReporting(): boolean;
  /** What its cameras see now. */
  scene(): Scene;
};

type StationOptions = {
  station: FleetStation;
  /** The saved counters, with the boot counter of this run. */
  saved: SavedStation;
  save: (saved: SavedStation) => void;
  outboxStore: OutboxStore;
  broker: string;
  clock: Clock;
  log: Log;
  media: Media;
  connectInTurn: ConnectInTurn;
  /** The schedule of faults. */
  planned: readonly PlannedFault[];
};

/** A station with its lifecycle and its link. `start` connects it, unless its behaviour is to stay offline; `stop` is final. */
export function simulate(options: StationOptions): SimulatedStation & { start(): void; stop(): Promise<void> } {
  const { station, clock } = options;
  const backlog = createBacklog({ ...options, isReporting: () => report !== null });
  const lifecycle = startLifecycle({ ...options, onStep: (step) => backlog.record(step) });
  const { currentMachine, save } = persistCounters(options, lifecycle);
  let report: Report | null = null;
  const flapping = createFlapping(station, clock, (outageMs) => link.drop(outageMs));

  const reset = () => {
    lifecycle.resetCounters();
    currentMachine();
    link.resetBoot();
  };
  const faults = startFaults({ ...options, actions: { reportError: backlog.add, drop: () => link.drop(0), reset } });
  const { truncatesImages } = faults;
  const answer: Parameters<typeof createCommandHandler>[0]["answer"] = (message) => link.answer(message);
  const commandHandler = createCommandHandler({ ...options, currentMachine, answer, truncatesImages });

  const link = createLink({
    ...options,
    boot: options.saved.boot,
    ...faults.onLink,
    onBoot: (boot) => save({ boot }),
    birth: () => ({ ...birthData(station, currentMachine()), unsent_swaps: backlog.unsentSwaps() }),
    onEventAck: (payload) => backlog.handleAck(payload),
    onCommand: (payload) => commandHandler.handle(payload),
    onAccepted({ pace, serverTime, resend }) {
      commandHandler.setServerTime(serverTime);
      const send = (machine: Machine) => link.send({ snapshot: snapshotOf(station, machine) });
      report = startReport({ station, pace, clock, lastReported: currentMachine(), currentMachine, send });
      if (resend) backlog.resend({ id: resend.id, after: clock.now() - (serverTime - resend.since) });
      backlog.open((item) => link.sendBacklog(item));
      flapping.start();
    },
    onLost() {
      report?.stop();
      report = null;
      backlog.close();
      flapping.stop();
    },
  });

  return {
    name: station.name,
    ...createControls({ lifecycle, currentMachine, reportSoon: () => report?.soon() }),
    reportError: (error_message) =>
      backlog.add({ kind: "station_error", occurred: clock.now(), facts: { error_message } }),
    goOffline: () => link.close(),
    goOnline: () => link.open(),
    breakLink: () => link.drop(0),
    isReporting: () => report !== null,
    scene: () => sceneNow(station, currentMachine()),
    start() {
      if (station.behaviour.link !== "offline") link.open();
    },
    stop() {
      faults.stop();
      return link.close();
    },
  };
}

/** Saves the counters before they can be reported. */
function persistCounters({ saved: initial, save: write }: StationOptions, lifecycle: Lifecycle) {
  let saved = initial;

  function save(change: Partial<SavedStation>): void {
    saved = { ...saved, ...change };
    write(saved);
  }

  function currentMachine(): Machine {
    const machine = lifecycle.currentMachine();
    if (machine.swaps !== saved.swaps) save({ swaps: machine.swaps, cycles: machine.cycles });
    return machine;
  }

  return { save, currentMachine };
}

/** Controls for tests and for people. */
function createControls({
  lifecycle,
  currentMachine,
  reportSoon,
}: {
  lifecycle: Lifecycle;
  currentMachine: () => Machine;
  reportSoon: () => void;
}) {
  return {
    swapNow(): void {
      lifecycle.swap();
      currentMachine();
      reportSoon();
    },
    setTemperatureF(fahrenheit: number | null): void {
      lifecycle.holdInsideC(fahrenheit === null ? null : (fahrenheit - 32) / 1.8);
      reportSoon();
    },
  };
}

function birthData(station: FleetStation, machine: Machine): Birth["data"] {
  return {
    station_type: station.station_type,
    version_api: station.versions.api,
    capabilities: capabilitiesOf(station),
    config: station.config,
    snapshot: snapshotOf(station, machine),
  };
}

const KEY = { up: 131, outage: 132 } as const;

/** Cuts the connection of a flapping station every few minutes; does nothing for others. */
function createFlapping(station: FleetStation, clock: Clock, drop: (outageMs: number) => void) {
  let drops = 0;
  let cancel = () => {};
  return {
    start() {
      if (station.behaviour.link !== "flapping") return;
      drops += 1;
      const upMs = (1 + 6 * randomUnit(station.seed, KEY.up, drops)) * MINUTE_MS;
      const outageMs = (30 + 210 * randomUnit(station.seed, KEY.outage, drops)) * SECOND_MS;
      cancel = clock.after(upMs, () => drop(outageMs));
    },
    stop: () => cancel(),
  };
}
