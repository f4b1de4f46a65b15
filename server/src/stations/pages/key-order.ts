import {
  groupHeadings,
  keyComparison,
  sortSteps,
  viewColumns,
  type ListSettings,
  type SortColumn,
  type SortKey,
} from "@groundcrew/shared/stations";
import { inTurns } from "../../platform/lib/index.ts";

/** A key, whether it has left the list it was in, and its place in what the order keeps beside. */
export type OrderedKey = SortKey & { hasLeft: boolean; slot: number };

/** An order by columns moves no key: one with other values replaces it. */
type ChangedKeys = Record<"left" | "joined" | "moved", readonly OrderedKey[]>;

/** The keys of a list's stations in order. */
export type KeyOrder = {
  /** Removes and adds keys, and moves those that were given other values. Returns all of them, the same list if there was nothing to do. */
  mend: (changed: ChangedKeys) => Promise<readonly SortKey[]>;
};

export function keyOrder(settings: ListSettings): KeyOrder {
  const columns = viewColumns(settings, 0).map(({ texts, isDescending }, index): SortColumn<SortKey> => ({
    value: ({ values }) => values[index],
    texts,
    isDescending,
  }));
  const compare = keyComparison(columns, settings.sortInvert);
  let keys: readonly OrderedKey[] = [];
  return {
    async mend({ left, joined }) {
      if (left.length + joined.length === 0) return keys;
      const inOrder = await inTurns(sortSteps<OrderedKey>(joined, columns, settings.sortInvert));
      for (const key of left) key.hasLeft = true;
      keys = mergedKeys(keys, { joined: inOrder, compare });
      return keys;
    },
  };
}

/** The position of the first key after another one in the order of a list. */
export function positionAfter(keys: readonly SortKey[], settings: ListSettings, key: SortKey): number {
  const compare = keyComparison(viewColumns(settings, 0), settings.sortInvert);
  return firstAfter(keys, key, { compare, from: 0 });
}

/** How many stations each group of a list has, in order; null without groups. */
export function groupsIn(
  keys: readonly SortKey[],
  settings: ListSettings,
): { key: string; label: string; total: number }[] | null {
  if (settings.group === "none") return null;
  const groups: { key: string; total: number }[] = [];
  for (let from = 0; from < keys.length;) {
    const value = keys[from]?.values[0];
    // All of a group are together, and the next group is usually far away.
    const end = firstWhere(keys.length, from, (at) => keys[at]?.values[0] !== value);
    groups.push({ key: typeof value === "string" ? value : "", total: end - from });
    from = end;
  }
  const totals = new Map(groups.map(({ key, total }) => [key, total]));
  return groupHeadings(totals.keys(), settings.group).map(({ key, label }) => ({
    key,
    label,
    total: totals.get(key) ?? 0,
  }));
}

type Compare = (a: SortKey, b: SortKey) => number;
type Moves = { joined: readonly OrderedKey[]; compare: Compare };

/** Keys in order without those that left, and with those that joined, which are in order too, so that none has to be looked up. */
export function mergedKeys(keys: readonly OrderedKey[], { joined, compare }: Moves): OrderedKey[] {
  const result: OrderedKey[] = [];
  let from = 0;
  function takeUntil(end: number): void {
    // Of 10,000 moves, slices would be a third of the cost.
    for (; from < end; from += 1) {
      const key = keys[from];
      if (key && !key.hasLeft) result.push(key);
    }
  }
  for (const key of joined) {
    takeUntil(firstAfter(keys, key, { compare, from }));
    result.push(key);
  }
  takeUntil(keys.length);
  return result;
}

/** The position of the first key after another one. Looks near `from` first: if many keys join, the next one is not far away. */
function firstAfter(keys: readonly SortKey[], key: SortKey, { compare, from }: { compare: Compare; from: number }) {
  return firstWhere(keys.length, from, (at) => {
    const other = keys[at];
    return other === undefined || compare(other, key) > 0;
  });
}

/** The first position from `from` on at which something holds that holds from there on; `length` if at none. Looks near `from` first. */
function firstWhere(length: number, from: number, holds: (at: number) => boolean): number {
  const isFound = (at: number) => at >= length || holds(at);
  let low = from;
  let step = 1;
  while (!isFound(low + step - 1)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(length, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isFound(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
