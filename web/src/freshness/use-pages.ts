import { useEffect, useEffectEvent, useMemo } from "react";
import { hashKey, keepPreviousData, queryOptions, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { errorSentence, useServerMutation } from "../api/index.ts";
import { itemsOf, mergePages, newestPage, pagesWith, type LoadedList, type LoadedPage } from "./pages.ts";
import { useLiveQuery } from "./use-live-query.ts";

type PagesOptions<Page, Item> = {
  queryKey: QueryKey;
  /** Requests the page at a cursor, or the first one. */
  load: (cursor: string | null, signal?: AbortSignal) => Promise<Page>;
  items: (page: Page) => readonly Item[];
  withItems: (page: Page, items: Item[]) => Page;
  /** The key of an item, which its row has as `data-key`. */
  keyOf: (item: Item) => string;
  everyMs: number;
};

/**
 * A list that is loaded page by page. The pages on screen are reloaded at an interval and when live changes say so, the others when they
 * are scrolled to.
 */
export function usePages<Page extends { next: string | null }, Item>(options: PagesOptions<Page, Item>) {
  const { queryKey, items, withItems, keyOf, everyMs } = options;
  const client = useQueryClient();
  const cached = () => client.getQueryData<LoadedList<Page, Item>>(queryKey);
  const loadPage = async (cursor: string | null, run: number, signal?: AbortSignal) => {
    const page = await options.load(cursor, signal);
    return { cursor, next: page.next, run, page, items: items(page) };
  };
  const query = useLiveQuery(
    queryOptions({
      queryKey,
      queryFn: ({ signal }) => reloadPages({ cached, keyOf, loadPage: (cursor, run) => loadPage(cursor, run, signal) }),
      placeholderData: keepPreviousData,
    }),
    everyMs,
  );
  const more = useServerMutation({
    lockName: ({ hash, cursor }: PageAfter) => `${hash} ${cursor}`,
    ifUnanswered: null,
    run: ({ cursor }) => loadPage(cursor, cached()?.run ?? 0),
    onSuccess: (page, { cursor }) => {
      client.setQueryData<LoadedList<Page, Item>>(queryKey, (list) =>
        list?.pages.at(-1)?.next === cursor ? { ...list, pages: [...list.pages, page] } : list,
      );
    },
  });
  const { data: list } = query;
  useReloadOnScroll({ list, keyOf, isFetching: query.isFetching, poll: query.poll });

  const hash = hashKey(queryKey);
  const next = list?.pages.at(-1)?.next ?? null;
  const isNext = (page: PageAfter | undefined) => page?.hash === hash && page.cursor === next;
  return {
    ...query,
    data: useJoined({ list, keyOf, withItems }),
    more: {
      hasMore: next !== null && !query.isPlaceholderData,
      isLoading: isNext(more.pending),
      failure: more.error && isNext(more.failed) ? errorSentence(more.error) : null,
      load: () => next !== null && more.mutate({ hash, cursor: next }),
    },
  };
}

/** The page after a cursor of the list with a query hash. */
type PageAfter = { hash: string; cursor: string };

type Reload<Page, Item> = {
  cached: () => LoadedList<Page, Item> | undefined;
  loadPage: (cursor: string | null, run: number) => Promise<LoadedPage<Page, Item>>;
  keyOf: (item: Item) => string;
};

/** Loads the pages on screen again, or the first one. Pages that are added in the meantime stay. */
async function reloadPages<Page, Item>({
  cached,
  loadPage,
  keyOf,
}: Reload<Page, Item>): Promise<LoadedList<Page, Item>> {
  const before = cached();
  if (!before) return { run: 0, pages: [await loadPage(null, 0)] };
  const run = before.run + 1;
  const shown = pagesWith(before, keysOnScreen(), keyOf);
  const loaded = await Promise.all(shown.map(async (page) => [page, await loadPage(page.cursor, run)] as const));
  const fresh = new Map(loaded);
  const between = new Map<string, LoadedPage<Page, Item>>();
  for (;;) {
    const { list, missing } = mergePages(cached() ?? before, { run, fresh, between }, keyOf);
    if (missing === null) return list;
    between.set(missing, await loadPage(missing, run));
  }
}

/** The keys of the rows in the browser's window. */
function keysOnScreen(): ReadonlySet<string> {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-key]")].filter((row) => {
    const { top, bottom, height } = row.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < window.innerHeight;
  });
  return new Set(rows.flatMap(({ dataset: { key } }) => key ?? []));
}

type Joined<Page, Item> = Pick<PagesOptions<Page, Item>, "keyOf" | "withItems"> & {
  list: LoadedList<Page, Item> | undefined;
};

/** The list as one page with the items of all. */
function useJoined<Page, Item>({ list, keyOf, withItems }: Joined<Page, Item>): Page | undefined {
  return useMemo(
    () => {
      const page = list && newestPage(list);
      return list && page && withItems(page, itemsOf(list, keyOf));
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the functions do the same in every render
    [list],
  );
}

/** A page is reloaded when the list has not been scrolled for this long. */
const SETTLED_MS = 150;

type ReloadOnScroll<Page, Item> = Pick<PagesOptions<Page, Item>, "keyOf"> & {
  list: LoadedList<Page, Item> | undefined;
  isFetching: boolean;
  poll: () => void;
};

/** Reloads pages that are scrolled to and were loaded before the others. */
function useReloadOnScroll<Page, Item>({ list, keyOf, isFetching, poll }: ReloadOnScroll<Page, Item>): void {
  const isDeep = (list?.pages.length ?? 0) > 1;
  const onSettled = useEffectEvent(() => {
    if (!list || isFetching) return;
    const shown = pagesWith(list, keysOnScreen(), keyOf);
    if (shown.some(({ run }) => run < list.run)) poll();
  });
  useEffect(() => {
    if (!isDeep) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const handleScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => onSettled(), SETTLED_MS);
    };
    // What was scrolled to while the list was loading.
    if (!isFetching) handleScroll();
    window.addEventListener("scroll", handleScroll, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", handleScroll, { capture: true });
    };
  }, [isDeep, isFetching]);
}
