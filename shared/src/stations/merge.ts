import type { RemovedStation, Station } from "./station.ts";

/**
 * Merges a list of changes, in order, into the stations known, by name: `removed` items drop theirs, a station with
 * another `rev` replaces the old one. Stations that did not change keep their identity, and so does the whole map when
 * nothing did.
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
