import type { SupportLogEntry } from "@groundcrew/shared/support-log";

/** The entries of one station, in the order of the log. */
export type StationEntries = { station: string; entries: SupportLogEntry[] };

/** A log by station. The station whose entry comes first in the log is the first. */
export function entriesByStation(log: readonly SupportLogEntry[]): StationEntries[] {
  const groups = Map.groupBy(log, ({ station_name }) => station_name);
  return [...groups].map(([station, entries]) => ({ station, entries }));
}

/** The first `count` entries of a log by station. */
export function firstEntries(groups: readonly StationEntries[], count: number): StationEntries[] {
  let left = count;
  return groups.flatMap(({ station, entries }) => {
    const shown = entries.slice(0, Math.max(0, left));
    left -= shown.length;
    return shown.length === 0 ? [] : [{ station, entries: shown }];
  });
}

/** The place of an entry, or of the entry that a reply belongs to, in a log by station; -1 when it is not there. */
export function placeOfEntry(groups: readonly StationEntries[], id: number): number {
  const entries = groups.flatMap((group) => group.entries);
  return entries.findIndex((entry) => entry.id === id || entry.children.some((reply) => reply.id === id));
}
