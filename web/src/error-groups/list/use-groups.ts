import { listErrorGroups, listGroupFilters, type ErrorGroup } from "@groundcrew/shared/error-groups";
import type { Reply } from "@groundcrew/shared/contract";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, errorSentence, queryKeys, useServerMutation } from "../../api/index.ts";
import { serverNow } from "../../clock/index.ts";
import { useLiveQuery } from "../../freshness/index.ts";
import { listQuery, type GroupsView } from "./view.ts";

type Page = Reply<typeof listErrorGroups>["body"];
/** The first pages of a list. */
export type GroupPages = Page & { pages: number };

type Listed = { view: GroupsView; includeAll: boolean };

/** The groups of a view, page by page, reloaded every minute and whenever a group changes. */
export function useGroups({ view, includeAll }: Listed) {
  const client = useQueryClient();
  const queryKey = queryKeys.errorGroups.list({ ...view, includeAll });
  const load = async (cursor: string | null, signal?: AbortSignal) => {
    const query = { ...listQuery(view, { includeAll, now: serverNow() }), ...(cursor !== null && { cursor }) };
    return (await call(listErrorGroups, { query }, signal ? { signal } : {})).body;
  };
  const query = useLiveQuery(
    queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<GroupPages> => {
        const wanted = client.getQueryData<GroupPages>(queryKey)?.pages ?? 1;
        let list: GroupPages = { ...(await load(null, signal)), pages: 1 };
        while (list.pages < wanted && list.next !== null) {
          // oxlint-disable-next-line no-await-in-loop -- the cursor of a page is in the page before
          list = joined(list, await load(list.next, signal));
        }
        return list;
      },
      placeholderData: keepPreviousData,
    }),
    MINUTE_MS,
  );
  const more = useServerMutation({
    run: (cursor: string) => load(cursor),
    onSuccess: (page, cursor) => {
      client.setQueryData<GroupPages>(queryKey, (list) => (list?.next === cursor ? joined(list, page) : list));
    },
  });
  const next = query.data?.next ?? null;
  return {
    ...query,
    more: {
      hasMore: next !== null && !query.isPlaceholderData,
      isLoading: more.isPending,
      failure: more.error && errorSentence(more.error),
      load: () => next !== null && more.mutate(next),
    },
  };
}

/** Pages with the one after them. A group that has moved to a later page in the meantime is not repeated. */
function joined(list: GroupPages, page: Page): GroupPages {
  const known = new Set(list.groups.map(({ id }) => id));
  const added = page.groups.filter(({ id }) => !known.has(id));
  return { ...page, groups: [...list.groups, ...added], pages: list.pages + 1 };
}

/** Loads all groups of a view. */
export async function loadAllGroups({ view, includeAll }: Listed): Promise<ErrorGroup[]> {
  const query = listQuery(view, { includeAll, now: serverNow() });
  const load = async (cursor: string) => {
    const more = cursor === "" ? {} : { cursor };
    return (await call(listErrorGroups, { query: { ...query, ...more } })).body;
  };
  const groups = new Map<number, ErrorGroup>();
  for (let cursor = ""; ;) {
    // oxlint-disable-next-line no-await-in-loop -- the cursor of a page is in the page before
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
