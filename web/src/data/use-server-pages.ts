import { useMemo } from "react";
import { hashKey, keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { contentOf, type Content } from "@groundcrew/shared/contract";
import { call, CallFailure, errorSentence, identityOf, type CallArgs, type OtherEndpoint } from "./api/index.ts";
import { wholeNumber } from "../lib/index.ts";
import { useKeptCurrent } from "./use-kept-current.ts";

/** All loaded pages are requested again after a change, one after the other, so there are no more than these. */
const MAX_PAGES = 20;

type PageParam = { cursor?: string };
const FIRST: PageParam = {};

type PagesOptions<Page, Item> = {
  items: (page: Page) => readonly Item[];
  withItems: (page: Page, items: Item[]) => Page;
  keyOf: (item: Item) => string | number;
  /** Names the list where its arguments depend on the time. */
  nameInCache?: unknown;
  /** False if nothing is requested now. */
  enabled?: boolean;
  /** The list has no filters, which would find what is beyond its limit. */
  hasNoFilters?: true;
};

/**
 * A list that is loaded page by page, up to a limit, and kept current while it is displayed like other data. `data` is its first page with the
 * items of all.
 */
export function useServerPages<E extends OtherEndpoint, Item>(
  endpoint: E,
  args: (page: PageParam) => CallArgs<E>,
  options: PagesOptions<Content<E>, Item>,
) {
  const client = useQueryClient();
  const { queryKey, staleTime: everyMs, meta } = identityOf(endpoint, args(FIRST), options);
  const query = useInfiniteQuery({
    queryKey,
    staleTime: everyMs,
    meta,
    queryFn: async ({ pageParam, signal }) => {
      const received = contentOf<E>(await call(endpoint, args(pageParam), { signal }));
      if (!received) throw new CallFailure(304, "The server sent no content.");
      return received.content;
    },
    initialPageParam: FIRST,
    getNextPageParam: (page) => cursorIn(page),
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
  });
  const { data: loaded, error, isFetching, isPlaceholderData, isEnabled, refetch } = query;
  const current = useKeptCurrent({ queryKey, everyMs, isEnabled, refetch });
  const pages = loaded?.pages ?? NONE;
  const isFull = pages.length >= MAX_PAGES;
  const hasMore = query.hasNextPage && !isPlaceholderData;

  async function loadMore(): Promise<void> {
    // Instead of ending a request for the pages that are displayed, which another one may replace.
    const shown = client.getQueryCache().get(hashKey(queryKey));
    while (shown?.state.fetchStatus === "fetching" && shown.promise) await shown.promise.catch(() => {});
    await query.fetchNextPage({ cancelRefetch: false });
  }

  const data = useJoined(loaded?.pages, options);
  return {
    data,
    error,
    isFetching,
    isPlaceholderData,
    ...current,
    more: {
      hasMore: hasMore && !isFull,
      isLoading: query.isFetchingNextPage,
      failure: query.isFetchNextPageError
        ? errorSentence(query.error)
        : hasMore && isFull
          ? limitText(data, options)
          : null,
      load: (): void => void loadMore(),
    },
  };
}

const NONE: readonly never[] = [];

function limitText<Page, Item>(data: Page | undefined, { items, hasNoFilters }: PagesOptions<Page, Item>): string {
  const listed = data === undefined ? 0 : items(data).length;
  const limit = `Only the first ${wholeNumber(listed)} are listed.`;
  return hasNoFilters ? limit : `${limit} Use the filters to find others.`;
}

/** The cursor of the page after one; null at the end of the list. */
function cursorIn(page: unknown): PageParam | null {
  if (typeof page !== "object" || page === null || !("next" in page)) return null;
  return typeof page.next === "string" ? { cursor: page.next } : null;
}

/** The pages as one with the items of all. An item that has moved while they were loaded is where it was found first. */
function useJoined<Page, Item>(pages: readonly Page[] | undefined, options: PagesOptions<Page, Item>) {
  return useMemo(
    () => {
      const [first] = pages ?? [];
      if (!pages || first === undefined) return undefined;
      const { items, withItems, keyOf } = options;
      const all = new Map<string | number, Item>();
      for (const item of pages.flatMap((page) => [...items(page)]))
        if (!all.has(keyOf(item))) all.set(keyOf(item), item);
      return withItems(first, [...all.values()]);
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the functions do the same in every render
    [pages],
  );
}
