import type { CyclesPerformed } from "./cycles.ts";
import { newCharger, type Charger } from "./charger.ts";
import { climateControlOf, driftsToC } from "./climate.ts";
import type { FleetStation } from "./fleet-file.ts";
import { unit } from "./random.ts";

/** What a station is doing, as the `system` word of its snapshots says it. */
export type Step = "IDLE" | "OPENING" | "LANDING" | "CENTERING" | "SWAPPING" | "READY" | "LAUNCHING" | "CLOSING";

/**
 * A simulated station at one moment: all that changes while it works. Everything a snapshot says follows from it, from the
 * station's entry in the fleet file, and from the time.
 */
export type Machine = {
  /** The moment this describes, in ms. */
  at: number;
  step: Step;
  /** When the step ends, in ms; an idle station starts its next cycle then. */
  ends: number;
  /** Cycles begun, counted from when the machine was made: what happens in each is drawn by it. */
  cycle: number;
  /** Whether a drone stands on the pad. */
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
 * A station at rest at `now`, as if it had been idle for a while: batteries mostly full, its inside at the temperature it
 * settles at. `counters` are what its own counters stand at. It would start its next cycle at once.
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
  const drift = driftsToC(station, 0, now);
  if (drift < control.lowerC) return { insideC: control.lowerC + 1, heating: true, cooling: false };
  if (drift > control.upperC && control.cooler === "fitted") {
    return { insideC: control.upperC - 1, heating: false, cooling: true };
  }
  return { insideC: drift, heating: false, cooling: false };
}
