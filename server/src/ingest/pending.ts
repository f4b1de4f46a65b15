import type { Birth } from "@groundcrew/shared/link";
import type { Change } from "./change.ts";
import type { Historical } from "./write-historical.ts";

/** A change to be written; for a birth also its data and the id of the message to answer. */
export type Item = { change: Change; birth?: { id: string; data: Birth["data"] } };

/** What is to be written, by station. */
export type Pending = { items: Map<string, Item[]>; historical: Historical[] };

/** Maximum number of queued items of one station, and of all; above it, callers have to wait. */
const MAX_PER_STATION = 32;
const MAX_ITEMS = 20_000;
const MAX_HISTORICAL = 2_000;

/** Queues changes until they are written. Of consecutive snapshots only the last is retained. */
export function queueChanges() {
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

  /** Removes and returns everything queued. */
  function take(): Pending {
    const taken = pending;
    pending = { items: new Map(), historical: [] };
    count = 0;
    return taken;
  }

  /** Puts back what could not be written, before what was queued since. */
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
      count >= MAX_ITEMS ||
      pending.historical.length >= MAX_HISTORICAL ||
      (pending.items.get(station)?.length ?? 0) >= MAX_PER_STATION,
  };
}

/** Whether an item replaces the one before it: both are snapshots, and it is the later one. */
function supersedes({ change: later }: Item, { change: earlier, birth }: Item): boolean {
  if (birth || later.kind !== "snapshot" || earlier.kind !== "snapshot") return false;
  return later.boot === earlier.boot && later.seq > earlier.seq;
}
