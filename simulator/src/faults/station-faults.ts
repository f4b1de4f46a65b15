import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Clock } from "../clock.ts";
import { connectAtOnce, type ConnectInTurn } from "../connect-in-turn.ts";
import type { NewEvent } from "../events-of.ts";
import type { FleetStation } from "../model/index.ts";
import type { PlannedFault } from "./schedule.ts";
import { trackFaults, type ActiveFaults } from "./track-faults.ts";
import { faultyTransport, type Transport } from "./transport.ts";

type FaultsOptions = {
  station: FleetStation;
  planned: readonly PlannedFault[];
  clock: Clock;
  connectInTurn: ConnectInTurn;
  actions: FaultActions;
};

/** The effects of a fault schedule on one station. */
export type StationFaults = {
  truncatesImages: () => boolean;
  onLink: { transport: Transport; skewMs: () => number; connectInTurn: ConnectInTurn };
  stop: () => void;
};

/** Starts the fault schedule of a station now. */
export function startFaults({ station, planned, clock, connectInTurn, actions }: FaultsOptions): StationFaults {
  const faults = trackFaults({
    station,
    planned,
    clock,
    onBegin: (fault) => injectFault(fault, { faults, clock, actions }),
  });
  return {
    truncatesImages: () => faults.get("truncated_images") !== undefined,
    onLink: {
      transport: faultyTransport({ faults, clock, seed: station.seed }),
      skewMs: () => faults.get("skew")?.ms ?? 0,
      connectInTurn: (connect) => (faults.get("reconnect_storm") ? connectAtOnce : connectInTurn)(connect),
    },
    stop: () => faults.stop(),
  };
}

/** What faults can do to a station. */
type FaultActions = {
  reportError: (stationEvent: NewEvent) => void;
  drop: () => void;
  /** Resets all counters. */
  reset: () => void;
};

type InjectOptions = { faults: ActiveFaults; clock: Clock; actions: FaultActions };

/** Starts the actions of a fault, which are repeated while it is active. */
function injectFault(
  fault: PlannedFault,
  { faults, clock, actions: { reportError, drop, reset } }: InjectOptions,
): void {
  const repeat = (everyMs: number, action: () => void): void => {
    if (!faults.isActive(fault)) return;
    action();
    clock.after(everyMs, () => repeat(everyMs, action));
  };
  if (fault.fault === "counter_reset") reset();
  if (fault.fault === "reconnect_storm") repeat(fault.every_s * SECOND_MS, drop);
  if (fault.fault === "error_storm") {
    repeat(SECOND_MS, () => {
      for (let number = 1; number <= fault.per_s; number++) reportError(stormError(clock.now(), number));
    });
  }
}

function stormError(occurred: number, number: number): NewEvent {
  return {
    kind: "station_error",
    occurred,
    facts: { error_message: `Motor driver ${number} does not answer.`, job_id: null, job_type: null },
  };
}
