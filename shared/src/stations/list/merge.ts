import { bucketOf, type ReplacedBuckets } from "./buckets.ts";
import { Stations } from "../stations.ts";
import type { RemovedStation, Station } from "../station.ts";
import type { VolatileUpdate } from "./volatile.ts";

/** An item of a list of changes. */
export type StationChange = Station | RemovedStation | VolatileUpdate | ReplacedBuckets;

type ContentChange = Exclude<StationChange, VolatileUpdate>;

/**
 * Merges a list of changes into the known stations, by name: a `removed` item removes its station, a station with another `rev` or
 * newer volatile fields replaces the old one, a `volatile` item has new values for some fields of known stations, and a `buckets` item
 * removes stations that are not in the changes from the buckets it names. Unchanged stations keep their identity, and so does the map if
 * nothing changed. `isComplete` is false if the stations are not those of the server's list.
 */
export function mergeStations(
  known: Stations,
  changes: readonly StationChange[],
): { stations: Stations; isComplete: boolean } {
  const content = changes.filter((change): change is ContentChange => !("volatile" in change));
  let stations = content.length > 0 ? withContent(known, content) : known;
  let isComplete = true;
  // Last, because their columns refer to the list with all other changes.
  for (const update of changes.filter((change) => "volatile" in change)) {
    const updated = stations.withUpdate(update);
    if (updated) stations = updated;
    else isComplete = false;
  }
  return { stations, isComplete };
}

function withContent(known: Stations, changes: readonly ContentChange[]): Stations {
  const hasOtherNames = changes.some((change) => "buckets" in change || "removed" in change === known.has(change.name));
  if (hasOtherNames) return withOtherNames(known, changes);
  const rows = new Map<string, Station>();
  for (const change of changes) {
    if (!("rev" in change)) continue;
    const { name } = change;
    if (isNewer(change, rows.get(name) ?? known.get(name))) rows.set(name, change);
  }
  return known.withRows([...rows.values()]);
}

/** The known stations after changes that may add and remove some. */
function withOtherNames(known: Stations, changes: readonly ContentChange[]): Stations {
  const merged = new Map(known);
  let isChanged = false;
  for (const change of changes) {
    if ("buckets" in change) {
      for (const name of missingIn(change, merged, changes)) isChanged = merged.delete(name) || isChanged;
    } else if ("removed" in change) {
      isChanged = merged.delete(change.name) || isChanged;
    } else if (isNewer(change, merged.get(change.name))) {
      merged.set(change.name, change);
      isChanged = true;
    }
  }
  return isChanged ? Stations.of(merged) : known;
}

/** The known stations in the named buckets that the changes have no row of. */
function missingIn(
  { buckets: { count, replaced } }: ReplacedBuckets,
  known: ReadonlyMap<string, Station>,
  changes: readonly ContentChange[],
): string[] {
  const sent = new Set(changes.map((change) => ("rev" in change ? change.name : "")));
  const isReplaced = new Set(replaced);
  return [...known.keys()].filter((name) => isReplaced.has(bucketOf(name, count)) && !sent.has(name));
}

function isNewer(change: Station, known: Station | undefined): boolean {
  return known?.rev !== change.rev || (change.last_active ?? "") > (known.last_active ?? "");
}
