import { EVENTS_IN_FLIGHT } from "@groundcrew/shared/link";
import type { EventBudgets, Limit } from "./budget.ts";
import type { ReceivedEvent } from "./received-event.ts";

/** How much may wait for one station, and in total. Stations send again what did not fit. */
const MAX_PER_STATION = { count: 2 * EVENTS_IN_FLIGHT, bytes: 2 * 1024 * 1024 };
const MAX_TOTAL = { count: 20_000, bytes: 64 * 1024 * 1024 };
/** How much is stored in one transaction, unless that was too much for the database; `perStation` is a number of events. */
const BATCH = { count: 500, bytes: 4 * 1024 * 1024, perStation: EVENTS_IN_FLIGHT };

type QueueSize = { count: number; bytes: number };
type StationQueue = { events: ReceivedEvent[]; ids: Set<string>; bytes: number };

/** Whether there is room for an event; otherwise its station's queue or the whole queue is full. */
type Room = "free" | "station_full" | "full";

/**
 * Events that wait to be stored. A station's events stay in order, and stations take turns, so that one with many events does not delay
 * the others. Events that exceed a station's budget stay in the queue.
 */
export function queueEvents(budgets: EventBudgets) {
  const queues = queuesByStation();
  const heldBack = new Map<string, Limit>();
  let batchSize = BATCH.count;

  /** Takes one event of each station that has the budget; returns the stations that may have more. */
  function takeOneOfEach(stations: readonly string[], taken: ReceivedEvent[], room: QueueSize): string[] {
    const others: string[] = [];
    for (const station of stations) {
      const first = queues.first(station);
      if (!first) continue;
      const fits = room.count > 0 && (taken.length === 0 || first.payload.length <= room.bytes);
      if (!fits) return [];
      if (!budgets.spend(first)) {
        recordHeld(first);
        continue;
      }
      queues.removeFirst(station);
      taken.push(first);
      room.count--;
      room.bytes -= first.payload.length;
      others.push(station);
    }
    return others;
  }

  function recordHeld(received: ReceivedEvent): void {
    const by = budgets.exceeded(received);
    if (by) heldBack.set(received.station, by);
  }

  return {
    /** Whether there is room for one more event of a station. A station with a full queue counts as limited. */
    roomFor(station: string): Room {
      const room = queues.roomFor(station);
      if (room === "station_full" && !heldBack.has(station)) heldBack.set(station, "events_per_minute");
      return room;
    },
    add: (received: ReceivedEvent) => queues.append(received),
    isEmpty: () => queues.stations().length === 0,
    /** Takes the events that have waited longest, of each station in turn. The batch size doubles with each call, up to its maximum. */
    take(): ReceivedEvent[] {
      const taken: ReceivedEvent[] = [];
      const room = { count: batchSize, bytes: BATCH.bytes };
      let turn = queues.stations();
      for (let round = 0; round < BATCH.perStation && turn.length > 0; round++) turn = takeOneOfEach(turn, taken, room);
      if (taken.length > 0) batchSize = Math.min(2 * batchSize, BATCH.count);
      return taken;
    },
    /**
     * Puts events that could not be stored back at the front, and halves the next batch: one that is too large for the database to store
     * in time would otherwise block all events for ever.
     */
    putBack(events: readonly ReceivedEvent[]): void {
      batchSize = Math.max(1, Math.floor(events.length / 2));
      for (const received of events) budgets.refund(received);
      for (const received of [...events, ...queues.clear()]) queues.append(received);
    },
    /** How long until any station's budget allows its next event, in ms; 0 when one does now. */
    waitMs: () => Math.min(...queues.firsts().map(budgets.waitMs)),
    /** The stations that were limited since the last call, however briefly, and by which limit. */
    takeHeldBack(): { station: string; by: Limit }[] {
      for (const first of queues.firsts()) recordHeld(first);
      const taken = [...heldBack].map(([station, by]) => ({ station, by }));
      heldBack.clear();
      return taken;
    },
  };
}

/** The waiting events of each station; the station whose turn is next comes first. */
function queuesByStation() {
  const byStation = new Map<string, StationQueue>();
  const all: QueueSize = { count: 0, bytes: 0 };

  function count(own: StationQueue, { payload }: ReceivedEvent, sign: 1 | -1): void {
    own.bytes += sign * payload.length;
    all.bytes += sign * payload.length;
    all.count += sign;
  }

  return {
    stations: () => [...byStation.keys()],
    first: (station: string) => byStation.get(station)?.events[0],
    firsts: () => [...byStation.values()].flatMap(({ events }) => events.slice(0, 1)),
    roomFor(station: string): Room {
      const own = byStation.get(station);
      if (own && isFull({ count: own.events.length, bytes: own.bytes }, MAX_PER_STATION)) return "station_full";
      return isFull(all, MAX_TOTAL) ? "full" : "free";
    },
    /** Appends an event to its station's queue, unless it is there already. */
    append(received: ReceivedEvent): void {
      const own = byStation.get(received.station) ?? { events: [], ids: new Set(), bytes: 0 };
      const id = idOf(received);
      if (id !== null && own.ids.has(id)) return;
      if (id !== null) own.ids.add(id);
      own.events.push(received);
      count(own, received, 1);
      byStation.set(received.station, own);
    },
    /** Removes a station's first event and moves the station to the end, so that all others have their turn first. */
    removeFirst(station: string): void {
      const own = byStation.get(station);
      const first = own?.events.shift();
      if (!own || !first) return;
      own.ids.delete(idOf(first) ?? "");
      count(own, first, -1);
      byStation.delete(station);
      if (own.events.length > 0) byStation.set(station, own);
    },
    /** Removes and returns all events, in the order of turns. */
    clear(): ReceivedEvent[] {
      const events = [...byStation.values()].flatMap((own) => own.events);
      byStation.clear();
      all.count = 0;
      all.bytes = 0;
      return events;
    },
  };
}

function idOf(received: ReceivedEvent): string | null {
  return received.kind === "event" ? received.event.stationEvent.event_id : null;
}

function isFull(amount: QueueSize, limit: QueueSize): boolean {
  return amount.count >= limit.count || amount.bytes >= limit.bytes;
}
