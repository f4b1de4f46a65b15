import {
  groupHeadings,
  keyComparison,
  sortRows,
  viewColumns,
  type ListSettings,
  type SortColumn,
  type SortKey,
} from "@groundcrew/shared/stations";

/** The keys of a list's stations in order. */
export type KeyOrder = {
  /** Removes and adds keys. Returns all of them, the same list if there was nothing to do. */
  mend: (left: readonly SortKey[], joined: readonly SortKey[]) => readonly SortKey[];
};

export function keyOrder(settings: ListSettings): KeyOrder {
  const columns = viewColumns(settings, 0).map(({ texts, isDescending }, index): SortColumn<SortKey> => ({
    value: ({ values }) => values[index],
    texts,
    isDescending,
  }));
  const compare = keyComparison(columns, settings.sortInvert);
  const sorted = (some: readonly SortKey[]) => sortRows(some, columns, settings.sortInvert);
  let keys: readonly SortKey[] = [];
  return {
    mend(left, joined) {
      if (left.length + joined.length > 0) keys = merged(keys, { left: sorted(left), joined: sorted(joined), compare });
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
type Moves = { left: readonly SortKey[]; joined: readonly SortKey[]; compare: Compare };

/** Keys in order without those that left, and with those that joined. All three are in order, so that none has to be looked up. */
function merged(keys: readonly SortKey[], { left, joined, compare }: Moves): SortKey[] {
  const result: SortKey[] = [];
  let from = 0;
  let removed = 0;
  function takeUntil(end: number): void {
    for (const key of keys.slice(from, end)) {
      if (key === left[removed]) removed += 1;
      else result.push(key);
    }
    from = end;
  }
  for (const key of joined) {
    takeUntil(firstAfter(keys, key, { compare, from }));
    result.push(key);
  }
  takeUntil(keys.length);
  return result;
}

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
