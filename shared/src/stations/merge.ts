import { bucketOf, type ReplacedBuckets } from "./buckets.ts";
import type { RemovedStation, Station } from "./station.ts";
import { namesIn, withVolatile, type VolatileUpdate } from "./volatile.ts";

/** An item of a list of changes. */
export type StationChange = Station | RemovedStation | VolatileUpdate | ReplacedBuckets;

/**
 * Merges a list of changes into the known stations, by name: a `removed` item removes its station, a station with another `rev` or
 * newer volatile fields replaces the old one, a `volatile` item has new values for some fields of known stations, and a `buckets` item
 * removes stations that are not in the changes from the buckets it names. Unchanged stations keep their identity, and so does the map if
 * nothing changed. `isComplete` is false if the stations are not those of the server's list.
 */
export function mergeStations(
  known: ReadonlyMap<string, Station>,
  changes: readonly StationChange[],
): { stations: ReadonlyMap<string, Station>; isComplete: boolean } {
  const merged = new Map(known);
  let isChanged = false;
  for (const change of changes) {
    if ("volatile" in change) continue;
    if ("buckets" in change) {
      for (const name of missingIn(change, merged, changes)) isChanged = merged.delete(name) || isChanged;
    } else if ("removed" in change) {
      isChanged = merged.delete(change.name) || isChanged;
    } else if (isNewer(change, merged.get(change.name))) {
      merged.set(change.name, change);
      isChanged = true;
    }
  }
  // Last, because their columns refer to the list with all other changes.
  const results = new Set(
    changes.map((change) => ("volatile" in change ? mergeVolatile(merged, change) : "unchanged")),
  );
  return {
    stations: isChanged || results.has("changed") ? merged : known,
    isComplete: !results.has("incomplete"),
  };
}

/** The known stations in the named buckets that the changes have no row of. */
function missingIn(
  { buckets: { count, replaced } }: ReplacedBuckets,
  known: ReadonlyMap<string, Station>,
  changes: readonly StationChange[],
): string[] {
  const sent = new Set(changes.map((change) => ("rev" in change ? change.name : "")));
  const isReplaced = new Set(replaced);
  return [...known.keys()].filter((name) => isReplaced.has(bucketOf(name, count)) && !sent.has(name));
}

function isNewer(change: Station, known: Station | undefined): boolean {
  return known?.rev !== change.rev || (change.last_active ?? "") > (known.last_active ?? "");
}

function mergeVolatile(stations: Map<string, Station>, update: VolatileUpdate): "changed" | "unchanged" | "incomplete" {
  const names = namesIn(update, [...stations.keys()].sort());
  if (names === null) return "incomplete";
  let isChanged = false;
  for (const [index, name] of names.entries()) {
    const before = stations.get(name);
    const after = before && withVolatile(before, update, index);
    if (!after || after === before) continue;
    stations.set(name, after);
    isChanged = true;
  }
  return isChanged ? "changed" : "unchanged";
}
