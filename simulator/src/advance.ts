import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import {
  addSwaps,
  mostSwapsPerHour,
  swapsPerHour,
  unit,
  type FleetStation,
  type Machine,
  type Step,
} from "./model/index.ts";
import { charged, exchanged } from "./charge.ts";
import { warmed } from "./climate.ts";

const KEY = { length: 111, stay: 112, gap: 113, accept: 114 } as const;

// Shortest and longest duration of each step, in seconds.
const SECONDS: Record<Exclude<Step, "IDLE">, readonly [number, number]> = {
  OPENING: [11, 15],
  LANDING: [25, 70],
  CENTERING: [8, 12],
  SWAPPING: [48, 75],
  READY: [15, 60],
  LAUNCHING: [12, 25],
  CLOSING: [11, 15],
};

// Share of landings after which the drone stays inside. Such a drone needs a cycle of its own to leave.
const STAYS = 0.25;
const MAX_IDLE_DRAWS = 2_000;
const MAX_INTERVAL_MS = 2 * MINUTE_MS;

/** One step of the machine: its state right before and right after. */
export type StepChange = { before: Machine; after: Machine };

/** The machine at `to`, which must not be before `machine.at`. */
export function advance(station: FleetStation, machine: Machine, to: number): Machine {
  return advanceWithSteps(station, machine, to).machine;
}

/** The machine at `to`, and the steps it took to get there. */
export function advanceWithSteps(
  station: FleetStation,
  machine: Machine,
  to: number,
): { machine: Machine; steps: StepChange[] } {
  const steps: StepChange[] = [];
  let current = machine;
  while (current.ends <= to) {
    const before = withDrift(station, current, current.ends);
    current = nextStep(station, before);
    steps.push({ before, after: current });
  }
  return { machine: withDrift(station, current, to), steps };
}

/** The machine at rest until the next drone arrives. */
export function idle(station: FleetStation, machine: Machine): Machine {
  return { ...machine, step: "IDLE", ends: nextCycle(station, machine) };
}

/** The machine right after one more battery swap, in whatever step it is. */
export function swapped(station: FleetStation, machine: Machine): Machine {
  const swaps = machine.swaps + 1;
  const charger = exchanged(station, machine.charger, { now: machine.at, swaps });
  return { ...machine, swaps, cycles: addSwaps(machine.cycles, 1), charger };
}

/** Applies continuous changes (temperature and charge) in intervals short enough to switch heater and charger in time. */
function withDrift(station: FleetStation, machine: Machine, to: number): Machine {
  let current = machine;
  while (current.at < to) current = advanceInterval(station, current, Math.min(to, current.at + MAX_INTERVAL_MS));
  return current;
}

function advanceInterval(station: FleetStation, machine: Machine, to: number): Machine {
  const charger = charged(station, machine.charger, (to - machine.at) / MINUTE_MS);
  return { ...machine, ...warmed(station, machine, to), charger, at: to };
}

function nextStep(station: FleetStation, machine: Machine): Machine {
  switch (machine.step) {
    case "IDLE":
      return begin(station, { ...machine, cycle: machine.cycle + 1 }, "OPENING");
    case "OPENING":
      return begin(station, machine, machine.docked ? "LAUNCHING" : "LANDING");
    case "LANDING":
      return begin(station, { ...machine, docked: true }, "CENTERING");
    case "CENTERING":
      return begin(station, machine, "SWAPPING");
    case "SWAPPING": {
      const stays = unit(station.seed, KEY.stay, machine.swaps) < STAYS;
      return begin(station, swapped(station, machine), stays ? "CLOSING" : "READY");
    }
    case "READY":
      return begin(station, machine, "LAUNCHING");
    case "LAUNCHING":
      return begin(station, { ...machine, docked: false }, "CLOSING");
    case "CLOSING":
      return idle(station, machine);
  }
}

function begin(station: FleetStation, machine: Machine, step: Exclude<Step, "IDLE">): Machine {
  const [shortest, longest] = SECONDS[step];
  const seconds = shortest + (longest - shortest) * unit(station.seed, KEY.length, machine.swaps, shortest, longest);
  return { ...machine, step, ends: machine.at + Math.round(seconds * SECOND_MS) };
}

/** When the next cycle begins (ms), by rejection sampling: drawn at the busiest hour's rate, accepted in proportion to the hour's own rate. */
function nextCycle(station: FleetStation, { at, cycle, swaps }: Machine): number {
  const perDay = station.behaviour.swaps_per_day * (1 + STAYS);
  const most = mostSwapsPerHour(perDay);
  if (most === 0) return Infinity;
  let time = at;
  for (let draw = 0; draw < MAX_IDLE_DRAWS; draw++) {
    time += (-Math.log(1 - unit(station.seed, KEY.gap, cycle, swaps, draw)) / most) * HOUR_MS;
    const share = swapsPerHour(station.place, perDay, time) / most;
    if (unit(station.seed, KEY.accept, cycle, swaps, draw) < share) break;
  }
  return Math.round(time);
}
