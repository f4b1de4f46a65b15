import { newCharger, type Charger } from "./charger.ts";
import { climateControlOf, equilibriumC } from "./climate.ts";
import type { FleetStation } from "./fleet-file.ts";
import { randomUnit } from "./random.ts";

/** What a station is doing: the `system` field of its snapshots. */
export type Step = "IDLE" | "OPENING" | "LANDING" | "CENTERING" | "SWAPPING" | "READY" | "LAUNCHING" | "CLOSING";

/**
 * The changing state of a simulated station at one moment. A snapshot is derived from it, from the station's entry in the fleet
 * file, and from the time.
 */
export type Machine = {
  /** The moment this describes, in ms. */
  at: number;
  step: Step;
  /** When the step ends, in ms; an idle station starts its next cycle then. */
  ends: number;
  /** Number of cycles begun since the start; a key of the random draws. */
  cycle: number;
  /** Whether a drone is on the pad. */
  docked: boolean;
  swaps: number;
  cycles: CyclesPerformed;
  charger: Charger;
  insideC: number;
  heating: boolean;
  cooling: boolean;
};

const KEY = { docked: 21 } as const;
// Share of stations whose drone stays inside between flights.
const DOCKED = 0.4;

/**
 * A station at `now` that has been idle for a while: batteries mostly full, the temperature inside settled. Its next cycle is due at
 * once.
 */
export function newMachine(
  station: FleetStation,
  counters: { swaps: number; cycles: CyclesPerformed },
  now: number,
): Machine {
  const charger = newCharger(station);
  return {
    at: now,
    step: "IDLE",
    ends: now,
    cycle: 0,
    docked: isDocked(station),
    swaps: counters.swaps,
    cycles: counters.cycles,
    charger,
    ...settledClimate(station, now),
  };
}

/** Whether a drone is on the pad. A gripper that stays closed holds none. */
function isDocked({ seed, behaviour }: FleetStation): boolean {
  return !behaviour.faults.includes("gripper") && randomUnit(seed, KEY.docked) < DOCKED;
}

function settledClimate(station: FleetStation, now: number): Pick<Machine, "insideC" | "heating" | "cooling"> {
  const control = climateControlOf(station);
  const drift = equilibriumC(station, 0, now);
  if (drift < control.lowerC) return { insideC: control.lowerC + 1, heating: true, cooling: false };
  if (drift > control.upperC && control.cooler === "fitted") {
    return { insideC: control.upperC - 1, heating: false, cooling: true };
  }
  return { insideC: drift, heating: false, cooling: false };
}

/** Lifetime counts of the moving parts, none of them unknown. */
export type CyclesPerformed = FleetStation["cycles"];

// Movements of one battery swap: the drone is switched off and on, the grippers close and open in both directions, pad and
// roof go down and up.
const PER_SWAP = {
  drone_toggle_count: 2,
  lat_cycle_count: 4,
  long_cycle_count: 4,
  pad_cycle_count: 2,
  roof_cycle_count: 2,
} as const;

/** The counts after `swaps` more swaps. */
export function addSwaps(cycles: CyclesPerformed, swaps: number): CyclesPerformed {
  return {
    drone_toggle_count: cycles.drone_toggle_count + swaps * PER_SWAP.drone_toggle_count,
    lat_cycle_count: cycles.lat_cycle_count + swaps * PER_SWAP.lat_cycle_count,
    long_cycle_count: cycles.long_cycle_count + swaps * PER_SWAP.long_cycle_count,
    pad_cycle_count: cycles.pad_cycle_count + swaps * PER_SWAP.pad_cycle_count,
    roof_cycle_count: cycles.roof_cycle_count + swaps * PER_SWAP.roof_cycle_count,
  };
}
