import type { CyclesPerformed } from "./cycles.ts";
import { newCharger, type Charger } from "./charger.ts";
import { climateControlOf, equilibriumC } from "./climate.ts";
import type { FleetStation } from "./fleet-file.ts";
import { unit } from "./random.ts";

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
    docked: unit(station.seed, KEY.docked) < DOCKED,
    swaps: counters.swaps,
    cycles: counters.cycles,
    charger,
    ...settledClimate(station, now),
  };
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
