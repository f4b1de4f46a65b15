import type { ListSettings, SortKey } from "@groundcrew/shared/stations";
import { compileReading, groupOf, groupRanges, positionAfter, type OrderedKeys } from "./key-order.ts";
import { positionsBetween } from "./positions-between.ts";

/** Begins after the key `after`, or else at the position `from`. */
type Place = { after: SortKey | null; from: number; limit: number };

/** The keys of a page, and the position of the first one in the list. */
type PageKeys = { start: number; some: readonly SortKey[] };

/** Finds a page of a list. */
export function pageKeys(ordered: OrderedKeys, settings: ListSettings, { after, from, limit }: Place): PageKeys {
  const start = after ? startAfter(ordered, settings, after) : from;
  return { start, some: keysBetween(ordered, settings, { start, end: start + limit }) };
}

/** The position in the list of the first key after another one. */
function startAfter({ keys, readings }: OrderedKeys, settings: ListSettings, after: SortKey): number {
  const position = positionAfter(keys, settings, after);
  const group = readings && groupRanges(keys, settings).find((range) => range.group === groupOf(after, settings));
  if (!group) return position;
  const reading = compileReading(settings)(after);
  let start = group.from;
  for (let at = group.from; at < group.end; at += 1) {
    const other = readings[at] ?? 0;
    if (other < reading || (other === reading && at < position)) start += 1;
  }
  return start;
}

/** The keys at some positions in the list. By a reading they are selected, which costs less than sorting all when nearly all have changed since the page before. */
function keysBetween(
  { keys, readings }: OrderedKeys,
  settings: ListSettings,
  { start, end }: { start: number; end: number },
): readonly SortKey[] {
  if (!readings) return keys.slice(start, end);
  return groupRanges(keys, settings).flatMap((group) => {
    const [first, last] = [Math.max(start, group.from), Math.min(end, group.end)];
    if (first >= last) return [];
    const ofGroup = readings.subarray(group.from, group.end);
    const positions = positionsBetween(ofGroup, first - group.from, last - group.from);
    return positions.flatMap((at) => keys[group.from + at] ?? []);
  });
}
