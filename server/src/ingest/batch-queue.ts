/** A number of items and their bytes. */
export type QueueSize = { count: number; bytes: number };

export type QueueOptions<Item> = {
  /** How much may wait for one station, and in total. */
  bounds: { perStation: QueueSize; total: QueueSize };
  /** How much is stored together, unless that was too much for the database; `perStation` is a number of items. */
  batch: QueueSize & { perStation: number };
  bytesOf: (item: Item) => number;
  /** An item with the same id as one that waits already is left out; null for no id. */
  idOf?: (item: Item) => string | null;
  /** Whether an item replaces the one before it. */
  overtakes?: (later: Item, earlier: Item) => boolean;
  budget?: Budget<Item>;
};

/** How much of a station may be stored now. */
type Budget<Item> = {
  /** Takes an item out of its station's budget; false when it has to wait. */
  spend: (item: Item) => boolean;
  refund: (item: Item) => void;
};

/** Whether there is room for an item; otherwise its station's queue or the whole queue is full. */
export type Room = "free" | "station_full" | "full";

export type BatchQueue<Item extends { station: string }> = ReturnType<typeof batchQueue<Item>>;

/**
 * Items of stations that wait to be stored. A station's items stay in order, and stations take turns, so that one with many items does not
 * delay the others. An item for which the budget is not sufficient stays in the queue.
 */
export function batchQueue<Item extends { station: string }>(options: QueueOptions<Item>) {
  const { bounds, batch, bytesOf, budget } = options;
  const queues = queuesByStation(options);
  let batchSize = batch.count;

  /** Takes one item of each station that has the budget; returns the stations that may have more. */
  function takeOneOfEach(stations: readonly string[], taken: Item[], room: QueueSize): string[] {
    const others: string[] = [];
    for (const station of stations) {
      const first = queues.first(station);
      if (!first) continue;
      const bytes = bytesOf(first);
      if (room.count === 0 || (taken.length > 0 && bytes > room.bytes)) return [];
      if (budget && !budget.spend(first)) continue;
      queues.removeFirst(station);
      taken.push(first);
      room.count--;
      room.bytes -= bytes;
      others.push(station);
    }
    return others;
  }

  return {
    roomFor(station: string): Room {
      if (isFull(queues.sizeOf(station), bounds.perStation)) return "station_full";
      return isFull(queues.total, bounds.total) ? "full" : "free";
    },
    /** Appends an item to its station's queue, whether there is room or not. */
    add: (item: Item): void => queues.append(item),
    isEmpty: () => queues.total.count === 0,
    size: () => queues.total.count,
    /** Whether as much waits as is stored together. */
    hasFullBatch: () => queues.total.count >= batchSize,
    /** The item of each station that is stored next. */
    firsts: () => queues.firsts(),
    /** Takes the items that have waited longest, of each station in turn. The batch size doubles with each call, up to its maximum. */
    take(): Item[] {
      const taken: Item[] = [];
      const room = { count: batchSize, bytes: batch.bytes };
      let turn = queues.stations();
      for (let round = 0; round < batch.perStation && turn.length > 0; round++) turn = takeOneOfEach(turn, taken, room);
      if (taken.length > 0) batchSize = Math.min(2 * batchSize, batch.count);
      return taken;
    },
    /** Puts items back at the front that are to be stored again. */
    putBack(items: readonly Item[]): void {
      if (budget) for (const item of items) budget.refund(item);
      for (const item of [...items, ...queues.clear()]) queues.append(item);
    },
    /** Halves the next batch: one that is too large for the database to store in time would otherwise block all items for ever. */
    shrink(failed: readonly Item[]): void {
      batchSize = Math.max(1, Math.floor(failed.length / 2));
    },
  };
}

type StationQueue<Item> = QueueSize & { items: Item[]; ids: Set<string> | null };

const NOTHING: QueueSize = { count: 0, bytes: 0 };

/** The waiting items of each station; the station whose turn is next comes first. */
function queuesByStation<Item extends { station: string }>({ bytesOf, idOf, overtakes }: QueueOptions<Item>) {
  const byStation = new Map<string, StationQueue<Item>>();
  const total: QueueSize = { count: 0, bytes: 0 };

  function count(own: StationQueue<Item>, by: QueueSize): void {
    for (const size of [own, total]) {
      size.count += by.count;
      size.bytes += by.bytes;
    }
  }

  /** Whether an item is in its station's queue already; from now on it is. */
  function isThere(own: StationQueue<Item>, item: Item): boolean {
    const id = idOf?.(item) ?? null;
    if (id === null) return false;
    own.ids ??= new Set();
    if (own.ids.has(id)) return true;
    own.ids.add(id);
    return false;
  }

  function queueOf(station: string): StationQueue<Item> {
    const own = byStation.get(station) ?? { items: [], ids: null, count: 0, bytes: 0 };
    if (own.items.length === 0) byStation.set(station, own);
    return own;
  }

  return {
    total,
    sizeOf: (station: string): QueueSize => byStation.get(station) ?? NOTHING,
    stations: () => [...byStation.keys()],
    first: (station: string) => byStation.get(station)?.items[0],
    firsts: () => [...byStation.values()].flatMap(({ items }) => items.slice(0, 1)),
    append(item: Item): void {
      const own = queueOf(item.station);
      if (isThere(own, item)) return;
      const last = own.items.at(-1);
      if (last !== undefined && overtakes?.(item, last)) {
        own.items[own.items.length - 1] = item;
        count(own, { count: 0, bytes: bytesOf(item) - bytesOf(last) });
        return;
      }
      own.items.push(item);
      count(own, { count: 1, bytes: bytesOf(item) });
    },
    /** Removes a station's first item and moves the station to the end, so that all others have their turn first. */
    removeFirst(station: string): void {
      const own = byStation.get(station);
      const first = own?.items.shift();
      if (!own || !first) return;
      own.ids?.delete(idOf?.(first) ?? "");
      count(own, { count: -1, bytes: -bytesOf(first) });
      byStation.delete(station);
      if (own.items.length > 0) byStation.set(station, own);
    },
    /** Removes and returns all items, in the order of turns. */
    clear(): Item[] {
      const items = [...byStation.values()].flatMap((own) => own.items);
      byStation.clear();
      Object.assign(total, NOTHING);
      return items;
    },
  };
}

function isFull(size: QueueSize, limit: QueueSize): boolean {
  return size.count >= limit.count || size.bytes >= limit.bytes;
}
