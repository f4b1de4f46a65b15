import { queryOptions, useQueryClient, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { MINUTE_MS, SECOND_MS, windowStart, type TimeWindow } from "@groundcrew/shared/lib";
import {
  listEntryErrors,
  listStationSupportLog,
  listSupportLogEntries,
  listSupportLogTags,
  type SupportLogEntry,
} from "@groundcrew/shared/support-log";
import { call, queryKeys } from "../api/index.ts";
import { serverNow } from "../clock/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** The support log of a station. */
export function stationLogQuery(station: string) {
  return queryOptions({
    queryKey: queryKeys.supportLog.forStation(station),
    queryFn: async ({ signal }) =>
      (await call(listStationSupportLog, { params: { station }, query: {} }, { signal })).body,
  });
}

/** The support log entries of all stations, created in a window that ends now. */
export function allEntriesQuery(time: TimeWindow) {
  return queryOptions({
    queryKey: queryKeys.supportLog.since(time),
    queryFn: async ({ signal }) => {
      const start = windowStart(time, serverNow());
      const query = start === null ? {} : { filter_after: new Date(start).toISOString() };
      return (await call(listSupportLogEntries, { query }, { signal })).body;
    },
  });
}

/** All tags and aliases. */
export const tagsQuery = queryOptions({
  queryKey: queryKeys.supportLog.tags,
  queryFn: async ({ signal }) => (await call(listSupportLogTags, { query: {} }, { signal })).body,
  staleTime: MINUTE_MS,
});

/** The station errors attached to an entry. */
export function entryErrorsQuery(entry: number) {
  return queryOptions({
    queryKey: queryKeys.stationErrors.forEntry(entry),
    queryFn: async ({ signal }) => (await call(listEntryErrors, { params: { entry }, query: {} }, { signal })).body,
  });
}

/** A log, reloaded every minute, or every ten seconds while a notification about an incident is pending. */
export function useLog<Key extends QueryKey>(
  options: UseQueryOptions<SupportLogEntry[], Error, SupportLogEntry[], Key>,
) {
  const known = useQueryClient().getQueryData<SupportLogEntry[]>(options.queryKey);
  const isWaiting = known?.some(({ alerts }) => alerts.some(({ state }) => state === "waiting")) ?? false;
  return useLiveQuery(options, isWaiting ? REFRESH_WAITING_MS : MINUTE_MS);
}

const REFRESH_WAITING_MS = 10 * SECOND_MS;
