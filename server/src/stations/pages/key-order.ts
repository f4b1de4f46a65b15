import {
  groupHeadings,
  keyComparison,
  sortSteps,
  viewColumns,
  type ListSettings,
  type SortColumn,
  type SortKey,
} from "@groundcrew/shared/stations";
import { inTurns, WAITED_FOR_MS } from "../../platform/lib/index.ts";

/** A key, whether it has left the list it was in, and its position in the kept order; -1 before it is there. */
export type OrderedKey = SortKey & { hasLeft: boolean; position: number };

/** The keys of a list's stations in the order that is kept. With `readings`, the order in their groups is another one: by these numbers, one for each key. */
export type OrderedKeys = { keys: readonly SortKey[]; readings: Float64Array | null };

export type KeyOrder = {
  /** Removes and adds keys; one with another value in a kept column has to be replaced. Returns all of them. */
  mend: (changed: Record<"left" | "joined", readonly OrderedKey[]>) => Promise<OrderedKeys>;
  /** Notes the newer reading of a key. */
  noteReading: (key: OrderedKey) => void;
};

/** True if a list is sorted by a number that changes with each report of a station. It is the last value of its keys. */
export function isByReading({ sort }: ListSettings): boolean {
  return sort === "temperature" || sort === "uptime";
}

export function keyOrder(settings: ListSettings): KeyOrder {
  const columns = keptColumns(settings);
  const compare = keyComparison(columns, settings.sortInvert);
  const readingOf = isByReading(settings) ? compileReading(settings) : null;
  let keys: readonly OrderedKey[] = [];
  let readings = readingOf && new Float64Array();

  function noteReading(key: OrderedKey): void {
    if (readings && readingOf) readings[key.position] = readingOf(key);
  }

  return {
    noteReading,
    async mend({ left, joined }) {
      if (left.length + joined.length === 0) return { keys, readings };
      const inOrder = await inTurns(sortSteps<OrderedKey>(joined, columns, settings.sortInvert), WAITED_FOR_MS);
      for (const key of left) key.hasLeft = true;
      keys = mergedKeys(keys, { joined: inOrder, compare });
      if (!readingOf) return { keys, readings };
      readings = new Float64Array(keys.length);
      keys.forEach((key, position) => {
        key.position = position;
        noteReading(key);
      });
      return { keys, readings };
    },
  };
}

/** The columns by which keys are kept in order: all but a reading. */
function keptColumns(settings: ListSettings): SortColumn<SortKey>[] {
  const columns = viewColumns(settings, 0).map(({ texts, isDescending }, index): SortColumn<SortKey> => ({
    value: ({ values }) => values[index],
    texts,
    isDescending,
  }));
  return isByReading(settings) ? columns.slice(0, -1) : columns;
}

/** Compiles the number by which a key is sorted in its group, infinity without a reading. */
export function compileReading(settings: ListSettings): (key: SortKey) => number {
  const isDescending = viewColumns(settings, 0).at(-1)?.isDescending;
  const sign = isDescending === settings.sortInvert ? 1 : -1;
  return ({ values }) => {
    const value = values.at(-1);
    return typeof value === "number" ? sign * value : Infinity;
  };
}

/** The position of the first key after another one in the kept order of a list. */
export function positionAfter(keys: readonly SortKey[], settings: ListSettings, key: SortKey): number {
  const compare = keyComparison(keptColumns(settings), settings.sortInvert);
  return firstAfter(keys, key, { compare, from: 0 });
}

/** How many stations each group of a list has, in order; null without groups. */
export function groupsIn(
  keys: readonly SortKey[],
  settings: ListSettings,
): { key: string; label: string; total: number }[] | null {
  if (settings.group === "none") return null;
  const totals = new Map(groupRanges(keys, settings).map(({ group, from, end }) => [group, end - from]));
  return groupHeadings(totals.keys(), settings.group).map(({ key, label }) => ({
    key,
    label,
    total: totals.get(key) ?? 0,
  }));
}

/** The stations of a group, which are together in the kept order. */
type GroupRange = { group: string; from: number; end: number };

/** Where the groups of a list are, in order. Without groups, all stations are one. */
export function groupRanges(keys: readonly SortKey[], settings: ListSettings): GroupRange[] {
  const ranges: GroupRange[] = [];
  for (let from = 0; from < keys.length;) {
    const group = groupOf(keys[from], settings);
    // The next group is usually far away.
    const end = firstWhere(keys.length, from, (at) => groupOf(keys[at], settings) !== group);
    ranges.push({ group, from, end });
    from = end;
  }
  return ranges;
}

export function groupOf(key: SortKey | undefined, { group }: ListSettings): string {
  const value = group === "none" ? null : key?.values[0];
  return typeof value === "string" ? value : "";
}

type Compare = (a: SortKey, b: SortKey) => number;
type Moves = { joined: readonly OrderedKey[]; compare: Compare };

/** Keys in order without those that left, and with those that joined, which are in order too, so that none has to be looked up. */
function mergedKeys(keys: readonly OrderedKey[], { joined, compare }: Moves): OrderedKey[] {
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
