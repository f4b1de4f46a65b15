import { listErrorGroups, listGroupFilters, type ErrorGroup } from "@groundcrew/shared/error-groups";
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

/** Loads all groups of a view. */
export async function loadAllGroups(view: GroupsView): Promise<ErrorGroup[]> {
  const query = groupsView.call(view, serverNow());
  const load = async (cursor: string) => {
    const more = cursor === "" ? {} : { cursor };
    return (await call(listErrorGroups, { query: { ...query, ...more } })).body;
  };
  const groups = new Map<number, ErrorGroup>();
  for (let cursor = ""; ;) {
    const page = await load(cursor);
    for (const group of page.groups) groups.set(group.id, group);
    if (page.next === null) return [...groups.values()];
    cursor = page.next;
  }
}

/** The job types and firmware that groups can be filtered by. */
export function useGroupFilters() {
  return useQuery({
    queryKey: queryKeys.errorGroups.filters,
    queryFn: async ({ signal }) => (await call(listGroupFilters, { query: {} }, { signal })).body,
    staleTime: MINUTE_MS,
  });
}
