import { SECOND_MS } from "@groundcrew/shared/lib";
import { warnMessage, type FleetStation, type Machine } from "./model/index.ts";
import type { Clock } from "./clock.ts";

/** Seconds between snapshots: at least `min`, at most `max`. */
export type Pace = { min: number; max: number };

/** A running report: `soon` tells what has just changed as early as the pace allows. */
export type Report = { soon(): void; stop(): void };

// A snapshot at rest leaves a little early, so that timers and the network do not make it late.
const EARLY = 0.95;

/**
 * Reports a station by the link's rule: when something worth telling has changed, at most every `pace.min` seconds; when
 * nothing has, at least every `pace.max`. `told` is what the server knows already.
 */
export function startReport(of: {
  station: FleetStation;
  pace: Pace;
  clock: Clock;
  told: Machine;
  look: () => Machine;
  /** Says whether the link could take it; what it could not is tried again at the next tick. */
  send: (machine: Machine) => boolean;
}): Report {
  const { station, clock } = of;
  const [min, rest] = [of.pace.min * SECOND_MS, Math.max(of.pace.min, of.pace.max * EARLY) * SECOND_MS];
  let sent = clock.now();
  let known = isWorthSending(station, of.told);
  let cancel = clock.after(min, tick);

  function tick(): void {
    const machine = of.look();
    const worth = isWorthSending(station, machine);
    const isDue = worth !== known || clock.now() - sent >= rest;
    if (isDue && of.send(machine)) {
      sent = clock.now();
      known = worth;
    }
    const untilRest = sent + rest - clock.now();
    cancel = clock.after(untilRest > 0 ? Math.min(min, untilRest) : min, tick);
  }

  return {
    soon() {
      cancel();
      cancel = clock.after(Math.max(0, sent + min - clock.now()), tick);
    },
    stop: () => cancel(),
  };
}

/** What an operator would want to know at once when it changes, as one text. */
function isWorthSending(station: FleetStation, machine: Machine): string {
  const { step, docked, swaps, heating, cooling, insideC, charger } = machine;
  const fahrenheit = Math.round(insideC * 1.8);
  const slots = charger.slots.map((slot) => (slot ? (slot.charging ? "c" : "-") : "_")).join("");
  return [step, docked, swaps, heating, cooling, fahrenheit, slots, warnMessage(station, machine.at)].join();
}
