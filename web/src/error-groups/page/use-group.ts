import {
  getErrorGroup,
  getGroupVariation,
  listGroupErrors,
  listGroupHistory,
  listGroupStations,
} from "@groundcrew/shared/error-groups";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { listOwnershipHistory } from "@groundcrew/shared/ownership";
import { queryOptions } from "@tanstack/react-query";
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

/** The first stations of a group, most open errors first. */
export function stationsQuery(group: number) {
  return queryOptions({
    queryKey: part(group, "stations"),
    queryFn: async ({ signal }) => (await call(listGroupStations, { params: { group }, query: {} }, { signal })).body,
  });
}

/** The newest open errors of a group. */
export function errorsQuery(group: number) {
  return queryOptions({
    queryKey: part(group, "errors"),
    queryFn: async ({ signal }) =>
      (await call(listGroupErrors, { params: { group }, query: { filter_open: true } }, { signal })).body,
  });
}

/** What varies in a group. */
export function variationQuery(group: number) {
  return queryOptions({
    queryKey: part(group, "variation"),
    queryFn: async ({ signal }) => (await call(getGroupVariation, { params: { group }, query: {} }, { signal })).body,
  });
}

/** What happened to a group, and to who has it, latest first. */
export function historyQuery(group: number) {
  return queryOptions({
    queryKey: part(group, "history"),
    queryFn: async ({ signal }) => {
      const subject = { kind: "group" as const, subject: String(group) };
      const [ofGroup, ofOwner] = await Promise.all([
        call(listGroupHistory, { params: { group }, query: {} }, { signal }),
        call(listOwnershipHistory, { params: subject, query: {} }, { signal }),
      ]);
      return { entries: ofGroup.body.entries, owners: ofOwner.body };
    },
  });
}
