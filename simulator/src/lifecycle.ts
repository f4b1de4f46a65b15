import { newMachine, type FleetStation, type Machine } from "./model/index.ts";
import { advanceWithSteps, idle, swapped, type StepChange } from "./advance.ts";
import type { Clock } from "./clock.ts";
import type { SavedStation } from "./state-file.ts";

/** What happens inside a station, whether it is connected or not. */
export type Lifecycle = {
  /** The station's current state. */
  currentMachine(): Machine;
  /** Performs one more swap at once. */
  swap(): void;
  /** Holds the temperature inside at a value; null gives it back to the climate control. */
  holdInsideC(celsius: number | null): void;
  /** Sets the counters to zero, as when their memory chip is replaced. */
  resetCounters(): void;
};

type LifecycleOptions = {
  station: FleetStation;
  saved: Pick<SavedStation, "swaps" | "cycles">;
  clock: Clock;
  /** Called for each step the station takes. */
  onStep: (step: StepChange) => void;
};

/** Starts the lifecycle of a station from its saved counters. */
export function startLifecycle({ station, saved, clock, onStep }: LifecycleOptions): Lifecycle {
  let machine = idle(station, newMachine(station, saved, clock.now()));
  let heldC: number | null = null;
  const currentMachine = () => {
    const { machine: now, steps } = advanceWithSteps(station, machine, Math.max(machine.at, clock.now()));
    machine = heldC === null ? now : { ...now, insideC: heldC };
    steps.forEach(onStep);
    return machine;
  };
  return {
    currentMachine,
    swap() {
      const before = currentMachine();
      machine = swapped(station, before);
      onStep({ before, after: machine });
    },
    holdInsideC(celsius) {
      heldC = celsius;
    },
    resetCounters() {
      const now = currentMachine();
      const zeros = { drone_toggle_count: 0, lat_cycle_count: 0, long_cycle_count: 0 };
      machine = { ...now, swaps: 0, cycles: { ...zeros, pad_cycle_count: 0, roof_cycle_count: 0 } };
    },
  };
}
