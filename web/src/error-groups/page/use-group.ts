import {
  getErrorGroup,
  getGroupVariation,
  listGroupEntries,
  listGroupErrors,
  listGroupHistory,
  listGroupStations,
} from "@groundcrew/shared/error-groups";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { queryOptions } from "@tanstack/react-query";
import { call, queryKeys } from "../../api/index.ts";
import { useLiveQuery, usePages } from "../../freshness/index.ts";

const { one, part } = queryKeys.errorGroups;

/** A group with what its page shows, reloaded every minute and whenever it changes. */
export function useGroup(group: number) {
  return useLiveQuery(
    {
      queryKey: one(group),
      queryFn: async ({ signal }) => (await call(getErrorGroup, { params: { group }, query: {} }, { signal })).body,
    },
    MINUTE_MS,
  );
}

/** The query that requests the page at a cursor, or the first one. */
function from(cursor: string | null): { cursor?: string } {
  return cursor === null ? {} : { cursor };
}

/** The stations of a group, most open errors first. */
export function useGroupStations(group: number) {
  return usePages({
    queryKey: part(group, "stations"),
    load: async (cursor, signal) =>
      (await call(listGroupStations, { params: { group }, query: from(cursor) }, signal ? { signal } : {})).body,
    items: ({ stations }) => stations,
    withItems: (page, stations) => ({ ...page, stations }),
    keyOf: ({ station }) => station,
    everyMs: MINUTE_MS,
  });
}

/** The open errors of a group, newest first. */
export function useGroupErrors(group: number) {
  return usePages({
    queryKey: part(group, "errors"),
    load: async (cursor, signal) => {
      const query = { filter_open: true, ...from(cursor) };
      return (await call(listGroupErrors, { params: { group }, query }, signal ? { signal } : {})).body;
    },
    items: ({ errors }) => errors,
    withItems: (page, errors) => ({ ...page, errors }),
    keyOf: ({ id }) => String(id),
    everyMs: MINUTE_MS,
  });
}

/** The history of a group and its ownership, latest first. */
export function useGroupHistory(group: number) {
  return usePages({
    queryKey: part(group, "history"),
    load: async (cursor, signal) =>
      (await call(listGroupHistory, { params: { group }, query: from(cursor) }, signal ? { signal } : {})).body,
    items: ({ entries }) => entries,
    withItems: (page, entries) => ({ ...page, entries }),
    keyOf: ({ id }) => String(id),
    everyMs: MINUTE_MS,
  });
}

/** The support log entries with errors of a group, newest first. */
export function entriesQuery(group: number) {
  return queryOptions({
    queryKey: part(group, "entries"),
    queryFn: async ({ signal }) => (await call(listGroupEntries, { params: { group }, query: {} }, { signal })).body,
  });
}

/** The values that vary in a group. */
export function variationQuery(group: number) {
  return queryOptions({
    queryKey: part(group, "variation"),
    queryFn: async ({ signal }) => (await call(getGroupVariation, { params: { group }, query: {} }, { signal })).body,
  });
}
