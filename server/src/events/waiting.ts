import { EVENTS_IN_FLIGHT } from "@groundcrew/shared/link";
import type { EventBudgets, Limit } from "./budget.ts";
import type { ReceivedEvent } from "./received-event.ts";

/** So much may wait of one station and of all; a station sends again what was not taken. */
const MOST_OF_ONE = { count: 2 * EVENTS_IN_FLIGHT, bytes: 2 * 1024 * 1024 };
const MOST_OF_ALL = { count: 20_000, bytes: 64 * 1024 * 1024 };
/** So much is stored in one transaction, unless that was too much for the database; and so much of it is of one station. */
const BATCH = { count: 500, bytes: 4 * 1024 * 1024, ofOne: EVENTS_IN_FLIGHT };

type Amount = { count: number; bytes: number };
type Waiting = { events: ReceivedEvent[]; ids: Set<string>; bytes: number };

/** Whether there is room for an event: not for more of its station, or not for more of any. */
type Room = "free" | "station_full" | "full";

/**
 * Keeps events until they are stored: those of a station in the order in which they came, and stations in turns, so that one with
 * many events does not make the others wait. What a station's budget does not allow for yet stays where it is.
 */
export function queueEvents(budgets: EventBudgets) {
  const queues = queuesByStation();
  const heldBack = new Map<string, Limit>();
  let most = BATCH.count;

  /** Takes one event of each of some stations, as far as their budgets go; answers with the stations that may have more. */
  function takeOneOfEach(stations: readonly string[], taken: ReceivedEvent[], room: Amount): string[] {
    const others: string[] = [];
    for (const station of stations) {
      const first = queues.first(station);
      if (!first) continue;
      const fits = room.count > 0 && (taken.length === 0 || first.payload.length <= room.bytes);
      if (!fits) return [];
      if (!budgets.spend(first)) {
        noteHeldBack(first);
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

  function noteHeldBack(received: ReceivedEvent): void {
    const by = budgets.exceeded(received);
    if (by) heldBack.set(received.station, by);
  }

  return {
    /** Whether there is room for one more event of a station. One that has filled its own is held back. */
    roomFor(station: string): Room {
      const room = queues.roomFor(station);
      if (room === "station_full" && !heldBack.has(station)) heldBack.set(station, "events_per_minute");
      return room;
    },
    add: (received: ReceivedEvent) => queues.append(received),
    isEmpty: () => queues.stations().length === 0,
    /** Takes events that have waited longest, of each station in turn: twice as many as the last time, up to a whole batch. */
    take(): ReceivedEvent[] {
      const taken: ReceivedEvent[] = [];
      const room = { count: most, bytes: BATCH.bytes };
      let turn = queues.stations();
      for (let round = 0; round < BATCH.ofOne && turn.length > 0; round++) turn = takeOneOfEach(turn, taken, room);
      if (taken.length > 0) most = Math.min(2 * most, BATCH.count);
      return taken;
    },
    /**
     * Puts back what could not be stored, before all others. The next time half as much is taken: a batch that is too much for the
     * database to store in time would otherwise come back whole for ever, and hold up the events of every station.
     */
    putBack(events: readonly ReceivedEvent[]): void {
      most = Math.max(1, Math.floor(events.length / 2));
      for (const received of events) budgets.refund(received);
      for (const received of [...events, ...queues.clear()]) queues.append(received);
    },
    /** How long until the budget of a station allows for one of its waiting events (ms); 0 when it does now. */
    waitMs: () => Math.min(...queues.firsts().map(budgets.waitMs)),
    /** The stations that were held back since the last call, if only for a moment, and by which limit. */
    takeHeldBack(): { station: string; by: Limit }[] {
      for (const first of queues.firsts()) noteHeldBack(first);
      const taken = [...heldBack].map(([station, by]) => ({ station, by }));
      heldBack.clear();
      return taken;
    },
  };
}

/** The waiting events of each station; the station whose turn comes next is first. */
function queuesByStation() {
  const byStation = new Map<string, Waiting>();
  const all: Amount = { count: 0, bytes: 0 };

  function count(own: Waiting, { payload }: ReceivedEvent, sign: 1 | -1): void {
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
      if (own && isFull({ count: own.events.length, bytes: own.bytes }, MOST_OF_ONE)) return "station_full";
      return isFull(all, MOST_OF_ALL) ? "full" : "free";
    },
    /** Puts an event at the end of its station's. One that waits already is not put there twice. */
    append(received: ReceivedEvent): void {
      const own = byStation.get(received.station) ?? { events: [], ids: new Set(), bytes: 0 };
      const id = idOf(received);
      if (id !== null && own.ids.has(id)) return;
      if (id !== null) own.ids.add(id);
      own.events.push(received);
      count(own, received, 1);
      byStation.set(received.station, own);
    },
    /** It is the station's turn again only when every other has had its own. */
    removeFirst(station: string): void {
      const own = byStation.get(station);
      const first = own?.events.shift();
      if (!own || !first) return;
      own.ids.delete(idOf(first) ?? "");
      count(own, first, -1);
      byStation.delete(station);
      if (own.events.length > 0) byStation.set(station, own);
    },
    /** Takes everything out, in the order of turns. */
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

function isFull(amount: Amount, most: Amount): boolean {
  return amount.count >= most.count || amount.bytes >= most.bytes;
}
