import type { SupportLogEntry } from "@groundcrew/shared/support-log";

/** The entries of one station, in the order of the log. */
export type StationEntries = { station: string; entries: SupportLogEntry[] };

/** A log by station. The station whose entry comes first in the log is the first. */
export function entriesByStation(log: readonly SupportLogEntry[]): StationEntries[] {
  const groups = Map.groupBy(log, ({ station_name }) => station_name);
  return [...groups].map(([station, entries]) => ({ station, entries }));
}

/** A line of the log by station: the head of a station, or one of its entries. */
export type LogLine = { key: string; station: string } & (
  | { kind: "station"; count: number }
  | { kind: "entry"; entry: SupportLogEntry; isLast: boolean }
);

/** A log by station as lines, of which a long page renders only those in view. */
export function logLines(groups: readonly StationEntries[]): LogLine[] {
  return groups.flatMap(({ station, entries }): LogLine[] => [
    { kind: "station", key: station, station, count: entries.length },
    ...entries.map((entry, index): LogLine => {
      return { kind: "entry", key: String(entry.id), station, entry, isLast: index === entries.length - 1 };
    }),
  ]);
}

/** The key of the line with an entry, or with the entry that a reply belongs to; undefined when it is not there. */
export function keyOfEntry(log: readonly SupportLogEntry[], id: number): string | undefined {
  const found = log.find((entry) => entry.id === id || entry.children.some((reply) => reply.id === id));
  return found && String(found.id);
}

/** Lines that follow each other and are of one station. */
export function linesByStation<L extends { station: string }>(lines: readonly L[]): { station: string; lines: L[] }[] {
  return [...Map.groupBy(lines, ({ station }) => station)].map(([station, lines]) => ({ station, lines }));
}
