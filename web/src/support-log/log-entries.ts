import { compileSearch, haystackOf, typedSearch, type Haystack, type Station } from "@groundcrew/shared/stations";
import { isIncident, type SupportLogEntry, type SupportLogReply } from "@groundcrew/shared/support-log";
import type { OwnerKind } from "../ownership/index.ts";
import type { LogView, OwnerFilter } from "./view.ts";

/** Looks up the station fields that a filter uses; undefined while stations are loading, or for a retired station. */
export type FindStation = (name: string) => Pick<Station, "serial_number" | "organization_name"> | undefined;

/** The entries of a log that match a filter, in the order of the log, with all their replies. */
export function filterLog(
  log: readonly SupportLogEntry[],
  filter: Omit<LogView, "t" | "own">,
  findStation: FindStation,
): readonly SupportLogEntry[] {
  const { status: statuses, tag, author, org } = filter;
  if (statuses.length === 0 && [filter.q, tag, author, org].every((text) => text === "")) return log;
  const search = typedSearch(filter.q);
  const matches = compileSearch(search);
  return log.filter((entry) => {
    if (statuses.length > 0 && !statuses.includes(entry.status)) return false;
    if (org !== "" && findStation(entry.station_name)?.organization_name !== org) return false;
    if (author !== "" && !thread(entry).some((post) => post.author === author)) return false;
    if (tag !== "" && !thread(entry).some(({ tags }) => tags.some(({ name }) => name === tag))) return false;
    return search === "" || matches(entryHaystack(entry, findStation));
  });
}

/** Whether an entry is an incident that is not resolved, which someone may have. */
export function isOpenIncident({ status }: SupportLogEntry): boolean {
  return isIncident(status) && status !== "incident_resolved";
}

/** The entries that a filter by owner keeps, which are open incidents unless it keeps all. */
export function ofOwner(
  entries: readonly SupportLogEntry[],
  own: OwnerFilter,
  kindOf: (entry: number) => OwnerKind,
): readonly SupportLogEntry[] {
  return own === "all" ? entries : entries.filter((entry) => isOpenIncident(entry) && kindOf(entry.id) === own);
}

/** How many entries each filter by owner keeps. */
export function ownerCounts(
  entries: readonly SupportLogEntry[],
  kindOf: (entry: number) => OwnerKind,
): Record<OwnerFilter, number> {
  const count = (own: OwnerFilter) => ofOwner(entries, own, kindOf).length;
  return { all: count("all"), mine: count("mine"), unassigned: count("unassigned") };
}

/** The options of the filters: names of tags, authors and organizations, distinct and sorted. */
export function filterOptions(log: readonly SupportLogEntry[], findStation: FindStation) {
  const threads = log.flatMap(thread);
  return {
    tags: distinct(threads.flatMap(({ tags }) => tags.map(({ name }) => name))),
    authors: distinct(threads.map(({ author }) => author)),
    organizations: distinct(log.flatMap(({ station_name }) => findStation(station_name)?.organization_name ?? [])),
  };
}

/** The text that a search covers: number, content, author and tags of an entry and its replies, and its station. */
function entryHaystack(entry: SupportLogEntry, findStation: FindStation): Haystack {
  const station = findStation(entry.station_name);
  const words = thread(entry).flatMap(({ id, content, author, tags }) => {
    return [`#${id}`, content, author].concat(tags.map(({ name }) => name));
  });
  return haystackOf({
    name: entry.station_name,
    serial_number: station?.serial_number ?? "",
    location_deployment: "",
    description: words.join("|"),
    organization_name: station?.organization_name ?? "",
  });
}

/** An entry and its replies. */
function thread(entry: SupportLogEntry): SupportLogReply[] {
  return [entry, ...entry.children];
}

const byName = new Intl.Collator("en", { numeric: true });

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort(byName.compare);
}

/** The entries of one station, in the order of the log. */
type StationEntries = { station: string; entries: SupportLogEntry[] };

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
export function findLineKey(log: readonly SupportLogEntry[], id: number): string | undefined {
  const found = log.find((entry) => entry.id === id || entry.children.some((reply) => reply.id === id));
  return found && String(found.id);
}

/** Groups lines by station. */
export function linesByStation<L extends { station: string }>(lines: readonly L[]): { station: string; lines: L[] }[] {
  return [...Map.groupBy(lines, ({ station }) => station)].map(([station, lines]) => ({ station, lines }));
}
