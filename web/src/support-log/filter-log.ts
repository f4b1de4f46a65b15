import { compileSearch, haystackOf, typedSearch, type Haystack, type Station } from "@groundcrew/shared/stations";
import type { SupportLogEntry, SupportLogReply } from "@groundcrew/shared/support-log";
import { isFiltered, type LogFilter } from "./view.ts";

/** Looks up the station fields that a filter uses; undefined while stations are loading, or for a retired station. */
export type StationOf = (name: string) => Pick<Station, "serial_number" | "organization_name"> | undefined;

/** The entries of a log that match a filter, in the order of the log, with all their replies. */
export function filterLog(
  log: readonly SupportLogEntry[],
  filter: LogFilter,
  stationOf: StationOf,
): readonly SupportLogEntry[] {
  if (!isFiltered(filter)) return log;
  const { statuses, tag, author, organization } = filter;
  const search = typedSearch(filter.search);
  const matches = compileSearch(search);
  return log.filter((entry) => {
    if (statuses.length > 0 && !statuses.includes(entry.status)) return false;
    if (organization !== "" && stationOf(entry.station_name)?.organization_name !== organization) return false;
    if (author !== "" && !thread(entry).some((post) => post.author === author)) return false;
    if (tag !== "" && !thread(entry).some(({ tags }) => tags.some(({ name }) => name === tag))) return false;
    return search === "" || matches(entryHaystack(entry, stationOf));
  });
}

/** The options of the filters: names of tags, authors and organizations, distinct and sorted. */
export function filterOptions(log: readonly SupportLogEntry[], stationOf: StationOf) {
  const threads = log.flatMap(thread);
  return {
    tags: distinct(threads.flatMap(({ tags }) => tags.map(({ name }) => name))),
    authors: distinct(threads.map(({ author }) => author)),
    organizations: distinct(log.flatMap(({ station_name }) => stationOf(station_name)?.organization_name ?? [])),
  };
}

/** The text that a search covers: number, content, author and tags of an entry and its replies, and its station. */
function entryHaystack(entry: SupportLogEntry, stationOf: StationOf): Haystack {
  const station = stationOf(entry.station_name);
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
