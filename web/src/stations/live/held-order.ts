import type { Station } from "@groundcrew/shared/stations";

/** Stations in the order in which they were displayed. Those that have gone are left out; new ones wait. */
export function inHeldOrder(names: readonly string[], current: ReadonlyMap<string, Station>): Station[] {
  return names.flatMap((name) => current.get(name) ?? []);
}

/** How many rows would appear, disappear or change places if the displayed names became the current ones. */
export function movedCount(displayed: readonly string[], current: readonly string[]): number {
  const positions = new Map(current.map((name, position) => [name, position]));
  const kept = displayed.flatMap((name) => positions.get(name) ?? []);
  const gone = displayed.length - kept.length;
  const appeared = current.length - kept.length;
  return gone + appeared + kept.length - longestAscending(kept);
}

/** The length of the longest ascending selection of different numbers: those are already in order among themselves. */
function longestAscending(numbers: readonly number[]): number {
  // The lowest number that ends an ascending selection of each length.
  const ends: number[] = [];
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? Infinity) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = number;
  }
  return ends.length;
}
