import { downloadErrorGroups, listErrorGroups, listGroupFilters } from "@groundcrew/shared/error-groups";
import type { Reply } from "@groundcrew/shared/contract";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { useQuery } from "@tanstack/react-query";
import { call, queryKeys } from "../../api/index.ts";
import { serverNow } from "../../clock/index.ts";
import { usePages } from "../../freshness/index.ts";
import { groupsView, type GroupsView } from "./view.ts";

/** Groups with what all of the view have in common. */
export type ListedGroups = Reply<typeof listErrorGroups>["body"];

/** The groups of a view, page by page, reloaded every minute and whenever a group changes. */
export function useGroups(view: GroupsView) {
  const queryKey = queryKeys.errorGroups.list(view);
  const load = async (cursor: string | null, signal?: AbortSignal) => {
    const query = { ...groupsView.call(view, serverNow()), ...(cursor !== null && { cursor }) };
    return (await call(listErrorGroups, { query }, signal ? { signal } : {})).body;
  };
  return usePages({
    queryKey,
    load,
    items: ({ groups }) => groups,
    withItems: (page, groups) => ({ ...page, groups }),
    keyOf: ({ id }) => String(id),
    everyMs: MINUTE_MS,
  });
}

/** Loads the groups of a view as a CSV file. */
export function loadGroupsCsv(view: GroupsView) {
  return call(downloadErrorGroups, { query: groupsView.call(view, serverNow()) });
}

/** The job types and firmware that groups can be filtered by. */
export function useGroupFilters() {
  return useQuery({
    queryKey: queryKeys.errorGroups.filters,
    queryFn: async ({ signal }) => (await call(listGroupFilters, { query: {} }, { signal })).body,
    staleTime: MINUTE_MS,
  });
}
