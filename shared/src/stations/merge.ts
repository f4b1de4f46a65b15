import { bucketOf, type ReplacedBuckets } from "./buckets.ts";
import type { RemovedStation, Station } from "./station.ts";
import { namesIn, sortedNames, withVolatile, type SortedNames, type VolatileUpdate } from "./volatile.ts";

/** An item of a list of changes. */
export type StationChange = Station | RemovedStation | VolatileUpdate | ReplacedBuckets;

/** The names in a result, which is mostly merged with other changes next. */
const namesOf = new WeakMap<ReadonlyMap<string, Station>, SortedNames>();

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
  let hasSameNames = true;
  for (const change of changes) {
    if ("volatile" in change) continue;
    if ("buckets" in change) {
      for (const name of missingIn(change, merged, changes)) isChanged = merged.delete(name) || isChanged;
      hasSameNames = false;
    } else if ("removed" in change) {
      isChanged = merged.delete(change.name) || isChanged;
      hasSameNames = false;
    } else if (isNewer(change, merged.get(change.name))) {
      hasSameNames &&= merged.has(change.name);
      merged.set(change.name, change);
      isChanged = true;
    }
  }
  const knownNames = hasSameNames ? namesOf.get(known) : undefined;
  // Last, because their columns refer to the list with all other changes.
  const updates = changes.filter((change) => "volatile" in change);
  const names = knownNames ?? (updates.length > 0 ? sortedNames(merged.keys()) : undefined);
  const results = new Set(names ? updates.map((update) => mergeVolatile(merged, update, names)) : []);
  const stations = isChanged || results.has("changed") ? merged : known;
  if (names) namesOf.set(stations, names);
  return { stations, isComplete: !results.has("incomplete") };
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

function mergeVolatile(
  stations: Map<string, Station>,
  update: VolatileUpdate,
  known: SortedNames,
): "changed" | "unchanged" | "incomplete" {
  const names = namesIn(update, known);
  if (names === null) return "incomplete";
  const atMs = Date.parse(update.volatile.at);
  let isChanged = false;
  for (const [index, name] of names.entries()) {
    const before = stations.get(name);
    const after = before && withVolatile(before, update, { index, atMs });
    if (!after || after === before) continue;
    stations.set(name, after);
    isChanged = true;
  }
  return isChanged ? "changed" : "unchanged";
}
