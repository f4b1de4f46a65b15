import { EVENTS_IN_FLIGHT } from "@groundcrew/shared/link";
import { batchQueue, type QueueOptions } from "../batch-queue.ts";
import type { EventBudgets, Limit } from "./budget.ts";
import type { ReceivedEvent } from "./received-event.ts";

/** Stations send events again that did not fit. */
const BOUNDS = {
  perStation: { count: 2 * EVENTS_IN_FLIGHT, bytes: 2 * 1024 * 1024 },
  total: { count: 20_000, bytes: 64 * 1024 * 1024 },
};
const BATCH = { count: 500, bytes: 4 * 1024 * 1024, perStation: EVENTS_IN_FLIGHT };

/** Events that wait to be stored. Those that exceed their station's budget stay in the queue. */
export function queueEvents(budgets: EventBudgets) {
  const heldBack = new Map<string, Limit>();

  function recordHeld(received: ReceivedEvent): void {
    const by = budgets.exceeded(received);
    if (by) heldBack.set(received.station, by);
  }

  const options: QueueOptions<ReceivedEvent> = {
    bounds: BOUNDS,
    batch: BATCH,
    bytesOf: ({ payload }) => payload.length,
    idOf: (received) => (received.kind === "event" ? received.event.stationEvent.event_id : null),
    budget: {
      spend(received) {
        if (budgets.spend(received)) return true;
        recordHeld(received);
        return false;
      },
      refund: (received) => budgets.refund(received),
    },
  };
  const queue = batchQueue(options);

  return {
    ...queue,
    /** Whether there is room for one more event of a station. A station with a full queue counts as limited. */
    roomFor(station: string) {
      const room = queue.roomFor(station);
      if (room === "station_full" && !heldBack.has(station)) heldBack.set(station, "events_per_minute");
      return room;
    },
    /** How long until any station's budget allows its next event, in ms; 0 when one does now. */
    waitMs: () => Math.min(...queue.firsts().map(budgets.waitMs)),
    /** The stations that were limited since the last call, however briefly, and by which limit. */
    takeHeldBack(): { station: string; by: Limit }[] {
      for (const first of queue.firsts()) recordHeld(first);
      const taken = [...heldBack].map(([station, by]) => ({ station, by }));
      heldBack.clear();
      return taken;
    },
  };
}
