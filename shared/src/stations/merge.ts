import type { RemovedStation, Station } from "./station.ts";

/**
 * Merges a list of changes into the known stations, by name: a `removed` item removes its station, and a station with another `rev`
 * replaces the old one. Unchanged stations keep their identity, and so does the map if nothing changed.
 */
export function mergeStations<S extends Pick<Station, "name" | "rev">>(
  known: ReadonlyMap<string, S>,
  changes: readonly (S | RemovedStation)[],
): ReadonlyMap<string, S> {
  const merged = new Map(known);
  let isChanged = false;
  for (const change of changes) {
    if ("removed" in change) {
      isChanged = merged.delete(change.name) || isChanged;
    } else if (merged.get(change.name)?.rev !== change.rev) {
      merged.set(change.name, change);
      isChanged = true;
    }
  }
  return isChanged ? merged : known;
}
