import { randomUUID } from "node:crypto";
import { EVENTS_IN_FLIGHT, eventAck, type StationEvent } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Clock } from "./clock.ts";
import { type NewEvent, eventsOf } from "./events-of.ts";
import { parseJson, type OutboxStore } from "./state-file.ts";
import { snapshotOf, type FleetStation, type Machine } from "./model/index.ts";
import type { StepChange } from "./advance.ts";
import type { Link } from "./link.ts";

export type Outbox = {
  add(stationEvent: NewEvent): void;
  /** Number of swap events that are not acknowledged yet. */
  unsentSwaps(): number;
  /** Starts sending, from the first event on. `send` returns false if it cannot send now; that event is sent later. */
  open(send: (event: StationEvent) => boolean): void;
  /** Stops sending. Events that are not acknowledged are sent again after the next `open`. */
  close(): void;
  handleAck(payload: string): void;
  /** Puts events that were acknowledged after a time by the station's clock (ms) before those to send. Call it before `open`. */
  resend(request: { id: string; after: number }): void;
};

/** How long to wait for an acknowledgement before sending again: at first, and at most. */
const RESEND_MS = { first: 10 * SECOND_MS, longest: 120 * SECOND_MS } as const;

/** Sends events in order, and removes each only when the server has acknowledged it. */
export function createOutbox({ outboxStore, clock }: { outboxStore: OutboxStore; clock: Clock }): Outbox {
  let send: ((event: StationEvent) => boolean) | null = null;
  let sent = 0;
  let waitMs: number = RESEND_MS.first;
  let cancel = () => {};

  function sendMore(): void {
    if (!send) return;
    for (const event of outboxStore.events.slice(sent, EVENTS_IN_FLIGHT)) {
      // It says that everything before it is acknowledged.
      if (event.kind === "resent" && sent > 0) break;
      if (!send(event)) break;
      sent += 1;
    }
    cancel();
    if (outboxStore.events.length > 0) cancel = clock.after(waitMs, resend);
  }

  function resend(): void {
    sent = 0;
    waitMs = Math.min(2 * waitMs, RESEND_MS.longest);
    sendMore();
  }

  return {
    add(stationEvent) {
      outboxStore.add({ ...stationEvent, event_id: randomUUID() });
      sendMore();
    },
    unsentSwaps: () => outboxStore.events.filter(({ kind }) => kind === "swap").length,
    open(sendEvent) {
      send = sendEvent;
      sent = 0;
      waitMs = RESEND_MS.first;
      sendMore();
    },
    close() {
      cancel();
      send = null;
    },
    handleAck(payload) {
      const read = eventAck.safeParse(parseJson(payload));
      if (!read.success) return;
      const ids = new Set(read.data.ids);
      sent -= outboxStore.events.slice(0, sent).filter(({ event_id }) => ids.has(event_id)).length;
      outboxStore.acknowledge(read.data.ids);
      waitMs = RESEND_MS.first;
      sendMore();
    },
    resend(request) {
      outboxStore.resend(request, (facts) => ({
        kind: "resent",
        event_id: randomUUID(),
        occurred: clock.now(),
        facts: { request: request.id, ...facts },
      }));
    },
  };
}

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
    resend: (request: { id: string; after: number }) => outbox.resend(request),
    /** Starts sending, once the server has accepted the connection. */
    open(send: Link["sendBacklog"]): void {
      outbox.open((event) => send({ event }));
      for (const machine of machines) send({ tele: { snapshot: snapshotOf(station, machine), historical: true } });
      machines = [];
    },
    close: () => outbox.close(),
  };
}
