import { newMachine, type FleetStation, type Machine } from "@groundcrew/shared/fleet";
import { advance, idle, swapped } from "./advance.ts";
import type { Clock } from "./clock.ts";
import type { SavedStation } from "./state-file.ts";

/** What happens inside a station, whether anybody listens or not. */
export type Life = {
  /** The station as it is now. */
  look(): Machine;
  /** One more swap, at once. */
  swap(): void;
  /** Holds the temperature inside at a value, whatever the climate control does; null lets go of it. */
  holdInsideC(celsius: number | null): void;
};

/** Starts a station's life from the counters it was left with. */
export function startLife(station: FleetStation, saved: Pick<SavedStation, "swaps" | "cycles">, clock: Clock): Life {
  let machine = idle(station, newMachine(station, saved, clock.now()));
  let heldC: number | null = null;
  const look = () => {
    const now = advance(station, machine, Math.max(machine.at, clock.now()));
    machine = heldC === null ? now : { ...now, insideC: heldC };
    return machine;
  };
  return {
    look,
    swap() {
      machine = swapped(station, look());
    },
    holdInsideC(celsius) {
      heldC = celsius;
    },
  };
}
