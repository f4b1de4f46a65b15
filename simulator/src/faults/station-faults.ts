import type { FleetStation } from "../model/index.ts";
import type { Clock } from "../clock.ts";
import { followFaults } from "./follow.ts";
import type { PlannedFault } from "./schedule.ts";
import { injectFault, type Acts } from "./storms.ts";
import { wayOf, type Way } from "./way.ts";

type FaultsOptions = {
  station: FleetStation;
  planned: readonly PlannedFault[];
  clock: Clock;
  dialDelayMs: () => number;
  /** What faults make the station do. */
  acts: Acts;
};

/** What a schedule of faults does to one station. */
export type StationFaults = {
  camerasAreHalfDead: () => boolean;
  /** What it does to the link. */
  onLink: { way: Way; skewMs: () => number; dialDelayMs: () => number };
  stop: () => void;
};

/** Begins with the schedule now. */
export function faultsOf({ station, planned, clock, dialDelayMs, acts }: FaultsOptions): StationFaults {
  const faults = followFaults({
    station,
    planned,
    clock,
    onBegin: (fault) => injectFault(fault, { faults, clock, acts }),
  });
  return {
    camerasAreHalfDead: () => faults.of("half_dead_cameras") !== undefined,
    onLink: {
      way: wayOf({ faults, clock, seed: station.seed }),
      skewMs: () => faults.of("skew")?.ms ?? 0,
      dialDelayMs: () => (faults.of("reconnect_storm") ? 0 : dialDelayMs()),
    },
    stop: () => faults.stop(),
  };
}
