import type { FleetStation } from "../model/index.ts";
import type { Clock } from "../clock.ts";
import { trackFaults } from "./track-faults.ts";
import type { PlannedFault } from "./schedule.ts";
import { injectFault, type FaultActions } from "./inject-fault.ts";
import { faultyTransport, type Transport } from "./transport.ts";

type FaultsOptions = {
  station: FleetStation;
  planned: readonly PlannedFault[];
  clock: Clock;
  dialDelayMs: () => number;
  actions: FaultActions;
};

/** The effects of a fault schedule on one station. */
export type StationFaults = {
  camerasAreHalfDead: () => boolean;
  onLink: { transport: Transport; skewMs: () => number; dialDelayMs: () => number };
  stop: () => void;
};

/** Starts the fault schedule of a station now. */
export function startFaults({ station, planned, clock, dialDelayMs, actions }: FaultsOptions): StationFaults {
  const faults = trackFaults({
    station,
    planned,
    clock,
    onBegin: (fault) => injectFault(fault, { faults, clock, actions }),
  });
  return {
    camerasAreHalfDead: () => faults.get("half_dead_cameras") !== undefined,
    onLink: {
      transport: faultyTransport({ faults, clock, seed: station.seed }),
      skewMs: () => faults.get("skew")?.ms ?? 0,
      dialDelayMs: () => (faults.get("reconnect_storm") ? 0 : dialDelayMs()),
    },
    stop: () => faults.stop(),
  };
}
