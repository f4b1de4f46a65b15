import { compareCharacters } from "@groundcrew/shared/lib";
import { type ListSettings, type SortKey, viewColumns } from "@groundcrew/shared/stations";
import { positionsInOrder } from "./positions-in-order.ts";
import { mergedKeys, type KeyOrder, type OrderedKey } from "./key-order.ts";

/** True if a list is in the order of one number that changes with each report of a station. */
export function isByReading({ sort, group }: ListSettings): boolean {
  return group === "none" && (sort === "temperature" || sort === "uptime");
}

/**
 * The keys of a list in the order of one number. They are kept in the order of their names, and all are sorted when some have moved: if a tenth of
 * 100,000 do, that takes less time than finding the new places of these.
 */
export function numberOrder(settings: ListSettings): KeyOrder {
  const [isDescending] = viewColumns(settings, 0).map((column) => column.isDescending);
  const sign = isDescending === settings.sortInvert ? 1 : -1;
  const nameSign = settings.sortInvert ? -1 : 1;
  const compare = (a: SortKey, b: SortKey) => nameSign * compareCharacters(a.name, b.name);
  let byName: readonly OrderedKey[] = [];
  let numbers = new Float64Array();
  let keys: readonly SortKey[] = [];

  function setNumber({ slot, values: [value] }: OrderedKey): void {
    numbers[slot] = typeof value === "number" ? sign * value : Infinity;
  }

  function replace(left: readonly OrderedKey[], joined: readonly OrderedKey[]): void {
    for (const key of left) key.hasLeft = true;
    byName = mergedKeys(byName, { joined: joined.toSorted(compare), compare });
    numbers = new Float64Array(byName.length);
    for (const [slot, key] of byName.entries()) {
      key.slot = slot;
      setNumber(key);
    }
  }

  return {
    async mend({ left, joined, moved }) {
      if (left.length + joined.length + moved.length === 0) return keys;
      if (left.length + joined.length > 0) replace(left, joined);
      else for (const key of moved) setNumber(key);
      const sorted: SortKey[] = [];
      const positions = positionsInOrder(numbers);
      for (let at = 0; at < positions.length; at += 1) {
        const key = byName[positions[at] ?? -1];
        if (key) sorted.push(key);
      }
      keys = sorted;
      return keys;
    },
  };
}
