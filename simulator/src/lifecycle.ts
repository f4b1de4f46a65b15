import { newMachine, type FleetStation, type Machine } from "./model/index.ts";
import { advanceWatched, idle, swapped, type Taken } from "./advance.ts";
import type { Clock } from "./clock.ts";
import type { SavedStation } from "./state-file.ts";

/** What happens inside a station, whether anybody listens or not. */
export type Lifecycle = {
  /** The station as it is now. */
  look(): Machine;
  /** One more swap, at once. */
  swap(): void;
  /** Holds the temperature inside at a value, whatever the climate control does; null lets go of it. */
  holdInsideC(celsius: number | null): void;
  /** Sets the counters to zero, as when the memory they were in is replaced. */
  forgetCounts(): void;
};

type LifecycleOptions = {
  station: FleetStation;
  saved: Pick<SavedStation, "swaps" | "cycles">;
  clock: Clock;
  /** Told of each step the station takes. */
  onStep: (step: Taken) => void;
};

/** Starts a station's life from the counters it was left with. */
export function startLifecycle({ station, saved, clock, onStep }: LifecycleOptions): Lifecycle {
  let machine = idle(station, newMachine(station, saved, clock.now()));
  let heldC: number | null = null;
  const look = () => {
    const { machine: now, taken } = advanceWatched(station, machine, Math.max(machine.at, clock.now()));
    machine = heldC === null ? now : { ...now, insideC: heldC };
    taken.forEach(onStep);
    return machine;
  };
  return {
    look,
    swap() {
      const before = look();
      machine = swapped(station, before);
      onStep({ before, after: machine });
    },
    holdInsideC(celsius) {
      heldC = celsius;
    },
    forgetCounts() {
      const now = look();
      const zeros = { drone_toggle_count: 0, lat_cycle_count: 0, long_cycle_count: 0 };
      machine = { ...now, swaps: 0, cycles: { ...zeros, pad_cycle_count: 0, roof_cycle_count: 0 } };
    },
  };
}
