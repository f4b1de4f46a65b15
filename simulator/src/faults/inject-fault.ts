import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Clock } from "../clock.ts";
import type { NewEvent } from "../events-of.ts";
import type { ActiveFaults } from "./track-faults.ts";
import type { PlannedFault } from "./schedule.ts";

/** What faults can do to a station. */
export type FaultActions = {
  reportError: (stationEvent: NewEvent) => void;
  drop: () => void;
  /** Resets all counters. */
  reset: () => void;
};

type InjectOptions = { faults: ActiveFaults; clock: Clock; actions: FaultActions };

/** Starts the actions of a fault, which are repeated while it is active. */
export function injectFault(
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
