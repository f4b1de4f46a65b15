import { queryOptions } from "@tanstack/react-query";
import { MINUTE_MS, SECOND_MS, windowStart, type TimeWindow } from "@groundcrew/shared/lib";
import {
  listEntryErrors,
  listStationSupportLog,
  listSupportLogEntries,
  listSupportLogTags,
  type SupportLogEntry,
} from "@groundcrew/shared/support-log";
import { call } from "../api/index.ts";

/** How often a log is asked for again: soon while someone is still being told of an incident. */
const REFRESH_MS = MINUTE_MS;
const REFRESH_WAITING_MS = 10 * SECOND_MS;

/** The support log of a station. */
export function stationLogQuery(station: string) {
  return queryOptions({
    queryKey: ["support-log", "station", station],
    queryFn: async ({ signal }) =>
      (await call(listStationSupportLog, { params: { station }, query: {} }, { signal })).body,
    refetchInterval: ({ state }) => refreshMs(state.data),
  });
}

/** The support logs of all stations, with the entries made in a window that ends now. */
export function allEntriesQuery(time: TimeWindow) {
  return queryOptions({
    queryKey: ["support-log", "all", time],
    queryFn: async ({ signal }) => {
      const start = windowStart(time, Date.now());
      const query = start === null ? {} : { filter_after: new Date(start).toISOString() };
      return (await call(listSupportLogEntries, { query }, { signal })).body;
    },
    refetchInterval: ({ state }) => refreshMs(state.data),
  });
}

/** The tags that are defined, and their aliases. */
export const tagsQuery = queryOptions({
  queryKey: ["support-log", "tags"],
  queryFn: async ({ signal }) => (await call(listSupportLogTags, { query: {} }, { signal })).body,
  staleTime: MINUTE_MS,
});

/** The station errors that are attached to an entry. */
export function entryErrorsQuery(entry: number) {
  return queryOptions({
    queryKey: ["station-errors", "of-entry", entry],
    queryFn: async ({ signal }) => (await call(listEntryErrors, { params: { entry }, query: {} }, { signal })).body,
  });
}

function refreshMs(entries: readonly SupportLogEntry[] | undefined): number {
  const isWaiting = entries?.some(({ alerts }) => alerts.some(({ state }) => state === "waiting")) ?? false;
  return isWaiting ? REFRESH_WAITING_MS : REFRESH_MS;
}
