import { keepPreviousData, queryOptions, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { errorSentence, useServerMutation } from "../api/index.ts";
import { useLiveQuery } from "./use-live-query.ts";

/** The first pages of a list. `next` is the cursor of the page after them; null at the end. */
export type Pages<Page> = Page & { pages: number };

type PagesOptions<Page> = {
  queryKey: QueryKey;
  /** Requests the page at a cursor, or the first one. */
  load: (cursor: string | null, signal?: AbortSignal) => Promise<Page>;
  /** A list with the items of the page after it. */
  append: (list: Page, page: Page) => Page;
  everyMs: number;
};

/** A list that is loaded page by page. The pages there are so far are loaded again at an interval, and when live changes say so. */
export function usePages<Page extends { next: string | null }>({
  queryKey,
  load,
  append,
  everyMs,
}: PagesOptions<Page>) {
  const client = useQueryClient();
  const joined = (list: Pages<Page>, page: Page): Pages<Page> => ({
    ...append(list, page),
    next: page.next,
    pages: list.pages + 1,
  });
  const query = useLiveQuery(
    queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<Pages<Page>> => {
        const wanted = client.getQueryData<Pages<Page>>(queryKey)?.pages ?? 1;
        let list: Pages<Page> = { ...(await load(null, signal)), pages: 1 };
        while (list.pages < wanted && list.next !== null) {
          list = joined(list, await load(list.next, signal));
        }
        return list;
      },
      placeholderData: keepPreviousData,
    }),
    everyMs,
  );
  const more = useServerMutation({
    run: (cursor: string) => load(cursor),
    onSuccess: (page, cursor) => {
      client.setQueryData<Pages<Page>>(queryKey, (list) => (list?.next === cursor ? joined(list, page) : list));
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

/** Items with those of another page. An item that has moved to a later page in the meantime is not repeated. */
export function withPage<Item extends { id: number | string }>(items: readonly Item[], page: readonly Item[]): Item[] {
  const known = new Set(items.map(({ id }) => id));
  return [...items, ...page.filter(({ id }) => !known.has(id))];
}
