import type { Station } from "@groundcrew/shared/stations";

/** The changes between two lists, apart from times of contact and readings, and how many errors are new. */
export type ListChanges = { names: string[]; errors: number };

export function changesBetween(before: ReadonlyMap<string, Station>, after: ReadonlyMap<string, Station>): ListChanges {
  const changes: ListChanges = { names: [], errors: 0 };
  if (before === after) return changes;
  for (const [name, station] of after) {
    const known = before.get(name);
    if (known === station || known?.rev === station.rev) continue;
    changes.names.push(name);
    if (known) changes.errors += Math.max(0, unresolved(station) - unresolved(known));
  }
  for (const name of before.keys()) if (!after.has(name)) changes.names.push(name);
  return changes;
}

function unresolved({ support_metrics: metrics }: Station): number {
  return metrics?.errors_unresolved ?? 0;
}
