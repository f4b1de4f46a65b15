import {
  getErrorGroup,
  getGroupVariation,
  listGroupEntries,
  listGroupErrors,
  listGroupHistory,
  listGroupStations,
} from "@groundcrew/shared/error-groups";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call, queryKeys } from "../../api/index.ts";
import { useLiveQuery } from "../../freshness/index.ts";

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

/** Lists of which each page names the next one. */
const pages = {
  initialPageParam: "",
  getNextPageParam: ({ next }: { next: string | null }) => next,
};

function from(cursor: string): { cursor?: string } {
  return cursor === "" ? {} : { cursor };
}

/** The stations of a group, most open errors first. */
export function stationsQuery(group: number) {
  return infiniteQueryOptions({
    ...pages,
    queryKey: part(group, "stations"),
    queryFn: async ({ pageParam, signal }) =>
      (await call(listGroupStations, { params: { group }, query: from(pageParam) }, { signal })).body,
  });
}

/** The open errors of a group, newest first. */
export function errorsQuery(group: number) {
  return infiniteQueryOptions({
    ...pages,
    queryKey: part(group, "errors"),
    queryFn: async ({ pageParam, signal }) => {
      const query = { filter_open: true, ...from(pageParam) };
      return (await call(listGroupErrors, { params: { group }, query }, { signal })).body;
    },
  });
}

/** What happened to a group, and to who has it, latest first. */
export function historyQuery(group: number) {
  return infiniteQueryOptions({
    ...pages,
    queryKey: part(group, "history"),
    queryFn: async ({ pageParam, signal }) =>
      (await call(listGroupHistory, { params: { group }, query: from(pageParam) }, { signal })).body,
  });
}

/** The support log entries with errors of a group, newest first. */
export function entriesQuery(group: number) {
  return queryOptions({
    queryKey: part(group, "entries"),
    queryFn: async ({ signal }) => (await call(listGroupEntries, { params: { group }, query: {} }, { signal })).body,
  });
}

/** What varies in a group. */
export function variationQuery(group: number) {
  return queryOptions({
    queryKey: part(group, "variation"),
    queryFn: async ({ signal }) => (await call(getGroupVariation, { params: { group }, query: {} }, { signal })).body,
  });
}
