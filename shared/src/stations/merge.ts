import type { RemovedStation, Station } from "./station.ts";
import { withVolatile, type VolatileUpdate } from "./volatile.ts";

/** An item of a list of changes. */
export type StationChange = Station | RemovedStation | VolatileUpdate;

/**
 * Merges a list of changes into the known stations, by name: a `removed` item removes its station, a station with another `rev` or
 * newer volatile fields replaces the old one, and a `volatile` item has new values for some fields of known stations. Unchanged stations keep their identity, and so does
 * the map if nothing changed.
 */
export function mergeStations(
  known: ReadonlyMap<string, Station>,
  changes: readonly StationChange[],
): ReadonlyMap<string, Station> {
  const merged = new Map(known);
  let isChanged = false;
  for (const change of changes) {
    if ("volatile" in change) {
      isChanged = mergeVolatile(merged, change) || isChanged;
    } else if ("removed" in change) {
      isChanged = merged.delete(change.name) || isChanged;
    } else if (isNewer(change, merged.get(change.name))) {
      merged.set(change.name, change);
      isChanged = true;
    }
  }
  return isChanged ? merged : known;
}

function isNewer(change: Station, known: Station | undefined): boolean {
  return known?.rev !== change.rev || (change.last_active ?? "") > (known.last_active ?? "");
}

/** Returns whether any station changed. */
function mergeVolatile(stations: Map<string, Station>, update: VolatileUpdate): boolean {
  let isChanged = false;
  for (const [index, name] of update.volatile.name.entries()) {
    const before = stations.get(name);
    const after = before && withVolatile(before, update, index);
    if (!after || after === before) continue;
    stations.set(name, after);
    isChanged = true;
  }
  return isChanged;
}
