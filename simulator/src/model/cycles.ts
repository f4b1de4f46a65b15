import type { FleetStation } from "./fleet-file.ts";

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
