import type { ReceivedEvent } from "./received-event.ts";

/** So much may wait of one station and of all; a station sends again what was not taken. */
const MOST_OF_ONE = { count: 200, bytes: 2 * 1024 * 1024 };
const MOST_OF_ALL = { count: 20_000, bytes: 64 * 1024 * 1024 };
/** So much is stored in one transaction, unless that was too much for the database. */
const BATCH = { count: 500, bytes: 4 * 1024 * 1024 };

type Amount = { count: number; bytes: number };

/** Keeps events in the order in which they came, until they are stored. */
export function queueEvents() {
  let queue: ReceivedEvent[] = [];
  const all: Amount = { count: 0, bytes: 0 };
  const byStation = new Map<string, Amount>();
  let most = BATCH.count;

  function count({ station, payload }: ReceivedEvent, sign: 1 | -1): void {
    const own = byStation.get(station) ?? { count: 0, bytes: 0 };
    for (const amount of [own, all]) {
      amount.count += sign;
      amount.bytes += sign * payload.length;
    }
    if (own.count > 0) byStation.set(station, own);
    else byStation.delete(station);
  }

  return {
    /** Puts an event at the end; false when there is no room for it. */
    add(received: ReceivedEvent): boolean {
      const own = byStation.get(received.station);
      if (isFull(all, MOST_OF_ALL) || (own && isFull(own, MOST_OF_ONE))) return false;
      count(received, 1);
      queue.push(received);
      return true;
    },
    /** Takes the events that have waited longest: twice as many as the last time, up to a whole batch. */
    take(): ReceivedEvent[] {
      let bytes = 0;
      const end = queue.findIndex(({ payload }, at) => at >= most || (bytes += payload.length) > BATCH.bytes);
      const taken = queue.splice(0, end === -1 ? queue.length : Math.max(1, end));
      most = Math.min(2 * most, BATCH.count);
      for (const received of taken) count(received, -1);
      return taken;
    },
    /**
     * Puts back what could not be stored, before all others. The next time half as much is taken: a batch that is too much for the
     * database to store in time would otherwise come back whole for ever, and hold up the events of every station.
     */
    putBack(events: readonly ReceivedEvent[]): void {
      most = Math.max(1, Math.floor(events.length / 2));
      for (const received of events) count(received, 1);
      queue = [...events, ...queue];
    },
    isEmpty: () => queue.length === 0,
  };
}

function isFull(amount: Amount, most: Amount): boolean {
  return amount.count >= most.count || amount.bytes >= most.bytes;
}
