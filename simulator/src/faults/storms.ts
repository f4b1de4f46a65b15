import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Clock } from "../clock.ts";
import type { UnnamedEvent } from "../events-of.ts";
import type { FaultsNow } from "./follow.ts";
import type { PlannedFault } from "./schedule.ts";

/** What a fault can make a station do. */
export type Acts = {
  /** Tells of an error. */
  fail: (stationEvent: UnnamedEvent) => void;
  /** Breaks the connection. */
  drop: () => void;
  /** Forgets all counters. */
  reset: () => void;
};

type Struck = { faults: FaultsNow; clock: Clock; acts: Acts };

/** What the beginning of a fault makes a station do, again and again as long as the fault is on. */
export function injectFault(fault: PlannedFault, { faults, clock, acts: { fail, drop, reset } }: Struck): void {
  const again = (everyMs: number, act: () => void): void => {
    if (!faults.isOn(fault)) return;
    act();
    clock.after(everyMs, () => again(everyMs, act));
  };
  if (fault.fault === "counter_reset") reset();
  if (fault.fault === "reconnect_storm") again(fault.every_s * SECOND_MS, drop);
  if (fault.fault === "error_storm") {
    again(SECOND_MS, () => {
      for (let number = 1; number <= fault.per_s; number++) fail(stormError(clock.now(), number));
    });
  }
}

function stormError(occurred: number, number: number): UnnamedEvent {
  return {
    kind: "station_error",
    occurred,
    facts: { error_message: `Motor driver ${number} does not answer.`, job_id: null, job_type: null },
  };
}
