import { SECOND_MS } from "@groundcrew/shared/lib";
import { warnMessage, type FleetStation, type Machine } from "./model/index.ts";
import type { Clock } from "./clock.ts";

/** Seconds between snapshots: at least `min`, at most `max`. */
export type Pace = { min: number; max: number };

/** A running report. `soon` sends the next snapshot as early as the pace allows. */
export type Report = { soon(): void; stop(): void };

// When nothing changes, snapshots are sent a little early, so that timers and the network do not make them late.
const EARLY = 0.95;

/**
 * Sends snapshots by the link's rule: at most every `pace.min` seconds when something significant changes, and at least every
 * `pace.max` seconds. `lastReported` is what the birth message contained.
 */
export function startReport(options: {
  station: FleetStation;
  pace: Pace;
  clock: Clock;
  lastReported: Machine;
  currentMachine: () => Machine;
  /** Returns false if the link cannot send it now; the next tick tries again. */
  send: (machine: Machine) => boolean;
}): Report {
  const { station, clock } = options;
  const { min, max } = options.pace;
  const [minMs, restMs] = [min * SECOND_MS, Math.max(min, max * EARLY) * SECOND_MS];
  let sentAt = clock.now();
  let sentState = significantState(station, options.lastReported);
  let cancel = clock.after(minMs, tick);

  function tick(): void {
    const machine = options.currentMachine();
    const state = significantState(station, machine);
    const isDue = state !== sentState || clock.now() - sentAt >= restMs;
    if (isDue && options.send(machine)) {
      sentAt = clock.now();
      sentState = state;
    }
    const untilRest = sentAt + restMs - clock.now();
    cancel = clock.after(untilRest > 0 ? Math.min(minMs, untilRest) : minMs, tick);
  }

  return {
    soon() {
      cancel();
      cancel = clock.after(Math.max(0, sentAt + minMs - clock.now()), tick);
    },
    stop: () => cancel(),
  };
}

/** The part of the state whose change is reported at once, as one string to compare. */
function significantState(station: FleetStation, machine: Machine): string {
  const { step, docked, swaps, heating, cooling, insideC, charger } = machine;
  const fahrenheit = Math.round(insideC * 1.8);
  const slots = charger.slots.map((slot) => (slot ? (slot.charging ? "c" : "-") : "_")).join("");
  return [step, docked, swaps, heating, cooling, fahrenheit, slots, warnMessage(station, machine.at)].join();
}
