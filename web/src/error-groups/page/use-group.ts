import {
  getGroupVariation,
  listGroupEntries,
  listGroupErrors,
  listGroupHistory,
  listGroupStations,
} from "@groundcrew/shared/error-groups";
import { useServerData, useServerPages } from "../../data/index.ts";

/** The stations of a group, most open errors first. */
export function useGroupStations(group: number) {
  return useServerPages(listGroupStations, (page) => ({ params: { group }, query: page }), {
    items: ({ stations }) => stations,
    withItems: (page, stations) => ({ ...page, stations }),
    keyOf: ({ station }) => station,
    hasNoFilters: true,
  });
}

/** The open errors of a group, newest first. */
export function useGroupErrors(group: number) {
  return useServerPages(listGroupErrors, (page) => ({ params: { group }, query: { filter_open: true, ...page } }), {
    items: ({ errors }) => errors,
    withItems: (page, errors) => ({ ...page, errors }),
    keyOf: ({ id }) => id,
    hasNoFilters: true,
  });
}

/** The history of a group and its ownership, latest first. */
export function useGroupHistory(group: number) {
  return useServerPages(listGroupHistory, (page) => ({ params: { group }, query: page }), {
    items: ({ entries }) => entries,
    withItems: (page, entries) => ({ ...page, entries }),
    keyOf: ({ id }) => id,
    hasNoFilters: true,
  });
}

/** The support log entries with errors of a group, newest first. */
export function useGroupEntries(group: number) {
  return useServerData(listGroupEntries, { params: { group }, query: {} });
}

/** The values that vary in a group. */
export function useVariation(group: number) {
  return useServerData(getGroupVariation, { params: { group }, query: {} });
}
