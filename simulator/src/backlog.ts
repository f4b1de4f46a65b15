import { snapshotOf, type FleetStation, type Machine } from "./model/index.ts";
import type { StepChange } from "./advance.ts";
import type { Clock } from "./clock.ts";
import { eventsOf, type NewEvent } from "./events-of.ts";
import type { Link } from "./link.ts";
import { createOutbox } from "./outbox.ts";
import type { OutboxStore } from "./state-file.ts";

/** How many snapshots of an outage a station keeps; the oldest are dropped first. */
const MAX_SNAPSHOTS = 100;

type BacklogOptions = { station: FleetStation; outboxStore: OutboxStore; clock: Clock; isReporting: () => boolean };

/** What a station still has to send: events, and snapshots from while it was not connected. */
export function createBacklog({ station, outboxStore, clock, isReporting }: BacklogOptions) {
  const outbox = createOutbox({ outboxStore, clock });
  let machines: Machine[] = [];
  return {
    record(step: StepChange): void {
      for (const stationEvent of eventsOf(station, step)) outbox.add(stationEvent);
      if (!isReporting()) machines = [...machines, step.after].slice(-MAX_SNAPSHOTS);
    },
    add: (stationEvent: NewEvent) => outbox.add(stationEvent),
    unsentSwaps: () => outbox.unsentSwaps(),
    handleAck: (payload: string) => outbox.handleAck(payload),
    /** Starts sending, once the server has accepted the connection. */
    open(send: Link["sendBacklog"]): void {
      outbox.open((event) => send({ event }));
      for (const machine of machines) send({ tele: { snapshot: snapshotOf(station, machine), historical: true } });
      machines = [];
    },
    close: () => outbox.close(),
  };
}
