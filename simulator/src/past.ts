import { snapshotOf, type FleetStation, type Machine } from "./model/index.ts";
import type { Taken } from "./advance.ts";
import type { Clock } from "./clock.ts";
import { eventsOf, type UnnamedEvent } from "./events-of.ts";
import type { Link } from "./link.ts";
import { outboxOf } from "./outbox.ts";
import type { OutboxStore } from "./state-file.ts";

/** Moments of an outage that a station remembers; of a longer one it tells the end. */
const MOMENTS = 100;

type PastOptions = { station: FleetStation; outboxStore: OutboxStore; clock: Clock; isHeard: () => boolean };

/** What a station has to tell of what was: events, and how it was while nobody listened. */
export function pastOf({ station, outboxStore, clock, isHeard }: PastOptions) {
  const outbox = outboxOf({ outboxStore, clock });
  let moments: Machine[] = [];
  return {
    note(step: Taken): void {
      for (const stationEvent of eventsOf(station, step)) outbox.add(stationEvent);
      if (!isHeard()) moments = [...moments, step.after].slice(-MOMENTS);
    },
    add: (stationEvent: UnnamedEvent) => outbox.add(stationEvent),
    unsentSwaps: () => outbox.unsentSwaps(),
    hear: (ack: string) => outbox.hear(ack),
    /** The server hears again: it is told what it missed. */
    open(tell: Link["tellPast"]): void {
      outbox.open((event) => tell({ event }));
      for (const machine of moments) tell({ tele: { snapshot: snapshotOf(station, machine), historical: true } });
      moments = [];
    },
    close: () => outbox.close(),
  };
}
