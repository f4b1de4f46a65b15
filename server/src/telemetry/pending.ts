import type { Birth } from "@groundcrew/shared/link";
import type { Change } from "./change.ts";
import type { Historical } from "./fill-history.ts";

/** A change that waits to be written; for a birth, what else the station told and the id of the message to answer. */
export type Item = { change: Change; birth?: { id: string; data: Birth["data"] } };

/** What waits to be written, by station. */
export type Pending = { items: Map<string, Item[]>; historical: Historical[] };

/** So many items of one station, and of all, may wait; then callers that add more have to wait. */
const MOST_OF_ONE = 32;
const MOST_OF_ALL = 20_000;
const MOST_HISTORICAL = 2_000;

/** Gathers changes until they are written. Of snapshots that follow each other only the last is kept. */
export function gather() {
  let pending: Pending = { items: new Map(), historical: [] };
  let count = 0;

  function add(station: string, item: Item): void {
    const items = pending.items.get(station) ?? [];
    pending.items.set(station, items);
    const last = items.at(-1);
    if (last && supersedes(item, last)) {
      items[items.length - 1] = item;
      return;
    }
    items.push(item);
    count++;
  }

  /** Takes all that waits. */
  function take(): Pending {
    const taken = pending;
    pending = { items: new Map(), historical: [] };
    count = 0;
    return taken;
  }

  /** Puts back what could not be written, before what has come in since. */
  function putBack(earlier: Pending): void {
    const later = take();
    for (const { items, historical } of [earlier, later]) {
      pending.historical.push(...historical);
      for (const [station, ofOne] of items) for (const item of ofOne) add(station, item);
    }
  }

  return {
    add,
    addHistorical: (one: Historical) => void pending.historical.push(one),
    take,
    putBack,
    isEmpty: () => count === 0 && pending.historical.length === 0,
    isFull: (station: string) =>
      count >= MOST_OF_ALL ||
      pending.historical.length >= MOST_HISTORICAL ||
      (pending.items.get(station)?.length ?? 0) >= MOST_OF_ONE,
  };
}

/** Whether an item makes the one before it needless: both are snapshots, and it is the later one. */
function supersedes({ change: later }: Item, { change: earlier, birth }: Item): boolean {
  if (birth || later.kind !== "spoke" || earlier.kind !== "spoke") return false;
  return later.boot === earlier.boot && later.seq > earlier.seq;
}
