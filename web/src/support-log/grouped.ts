import type { SupportLogEntry } from "@groundcrew/shared/support-log";

/** The entries of one station, in the order of the log. */
export type StationEntries = { station: string; entries: SupportLogEntry[] };

/** Groups a log by station, in the order of each station's first entry. */
export function entriesByStation(log: readonly SupportLogEntry[]): StationEntries[] {
  const groups = Map.groupBy(log, ({ station_name }) => station_name);
  return [...groups].map(([station, entries]) => ({ station, entries }));
}

/** A line of the grouped log: the heading of a station, or one of its entries. */
export type LogLine = { key: string; station: string } & (
  | { kind: "station"; count: number }
  | { kind: "entry"; entry: SupportLogEntry; isLast: boolean }
);

/** The lines of a grouped log, of which a long page renders only those in view. */
export function logLines(groups: readonly StationEntries[]): LogLine[] {
  return groups.flatMap(({ station, entries }): LogLine[] => [
    { kind: "station", key: station, station, count: entries.length },
    ...entries.map((entry, index): LogLine => {
      return { kind: "entry", key: String(entry.id), station, entry, isLast: index === entries.length - 1 };
    }),
  ]);
}

/** The key of the line with an entry, or with the entry that a reply belongs to; undefined when the log does not have it. */
export function keyOfEntry(log: readonly SupportLogEntry[], id: number): string | undefined {
  const found = log.find((entry) => entry.id === id || entry.children.some((reply) => reply.id === id));
  return found && String(found.id);
}

/** Groups lines by station. */
export function linesByStation<L extends { station: string }>(lines: readonly L[]): { station: string; lines: L[] }[] {
  return [...Map.groupBy(lines, ({ station }) => station)].map(([station, lines]) => ({ station, lines }));
}
