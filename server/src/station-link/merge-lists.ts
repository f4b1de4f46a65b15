import { isConnectionFault, type InvalidMessage, type RejectedConnection } from "@groundcrew/shared/link";

/**
 * The rejected connections that several threads know of, latest attempt first. Without those of stations that have connected since;
 * `connectedAt` is the time of a station's last connection (ms).
 */
export function mergeRejected(
  lists: readonly RejectedConnection[][],
  connectedAt: (station: string) => number,
): RejectedConnection[] {
  const pending = lists
    .flat()
    .filter((one) => isConnectionFault(one.reason) || Date.parse(one.last_tried) > connectedAt(one.station));
  const merged = mergeByStation(pending, (one, other) => {
    const [earlier, later] = one.last_tried < other.last_tried ? [one, other] : [other, one];
    const first_tried = earliest(one.first_tried, other.first_tried);
    return { ...later, first_tried, tries: earlier.tries + later.tries };
  });
  return merged.toSorted((one, other) => (one.last_tried > other.last_tried ? -1 : 1));
}

/** The invalid messages that several threads know of, latest message first. */
export function mergeInvalid(lists: readonly InvalidMessage[][]): InvalidMessage[] {
  const merged = mergeByStation(lists.flat(), (one, other) => {
    const [earlier, later] = one.last_received < other.last_received ? [one, other] : [other, one];
    const first_received = earliest(one.first_received, other.first_received);
    return { ...later, first_received, times: earlier.times + later.times };
  });
  return merged.toSorted((one, other) => (one.last_received > other.last_received ? -1 : 1));
}

function mergeByStation<Item extends { station: string }>(
  items: readonly Item[],
  merge: (one: Item, other: Item) => Item,
): Item[] {
  const byStation = new Map<string, Item>();
  for (const item of items) {
    const before = byStation.get(item.station);
    byStation.set(item.station, before ? merge(before, item) : item);
  }
  return [...byStation.values()];
}

function earliest(one: string, other: string): string {
  return one < other ? one : other;
}
