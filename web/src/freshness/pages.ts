/** A page of a list as it was loaded: the items after `cursor`, up to those after `next`. It can hold more items than the server sends. */
export type LoadedPage<Page, Item> = {
  cursor: string | null;
  next: string | null;
  /** The load that it comes from. Pages with a lower number than the list may be out of date. */
  run: number;
  page: Page;
  items: readonly Item[];
};

/** The loaded pages of a list, one after the other. */
export type LoadedList<Page, Item> = { run: number; pages: readonly LoadedPage<Page, Item>[] };

type KeyOf<Item> = (item: Item) => string;

/** The pages that have at least one of the items with these keys, or else the first one. */
export function pagesWith<Page, Item>(
  { pages }: LoadedList<Page, Item>,
  keys: ReadonlySet<string>,
  keyOf: KeyOf<Item>,
): readonly LoadedPage<Page, Item>[] {
  const found = pages.filter(({ items }) => items.some((item) => keys.has(keyOf(item))));
  return found.length > 0 ? found : pages.slice(0, 1);
}

type Reloaded<Page, Item> = {
  run: number;
  /** Pages as they are now, by the page that they replace. */
  fresh: ReadonlyMap<LoadedPage<Page, Item>, LoadedPage<Page, Item>>;
  /** Pages after a cursor where reloaded pages left a gap. */
  between: ReadonlyMap<string, LoadedPage<Page, Item>>;
};

/**
 * A list with some pages reloaded. Items that a reloaded page has taken over from the page after it, or that are gone, leave that page.
 * `missing` is the cursor after which items have to be loaded first, because a reloaded page ends before the next one begins.
 */
export function mergePages<Page, Item>(
  list: LoadedList<Page, Item>,
  { run, fresh, between }: Reloaded<Page, Item>,
  keyOf: KeyOf<Item>,
): { list: LoadedList<Page, Item>; missing: string | null } {
  const replaced = new Map(list.pages.map((page) => [fresh.get(page) ?? page, page.items]));
  const pages: LoadedPage<Page, Item>[] = [];
  for (let rest = [...replaced.keys()]; rest[0];) {
    const [page, ...later] = rest;
    const last = pages.at(-1);
    if (last && page.items.length === 0) pages[pages.length - 1] = { ...last, next: page.next };
    else pages.push(page);
    if (page.next === null) break;
    const follows = restAfter({ page, replaced: replaced.get(page) ?? [], later }, keyOf);
    if (follows) {
      rest = follows;
      continue;
    }
    const filler = between.get(page.next);
    if (!filler) return { list, missing: page.next };
    const [first, ...others] = (filler.next !== null && restAfter({ page: filler, replaced: [], later }, keyOf)) || [];
    // If more has come in between than a page holds, what follows is loaded again when it is scrolled to.
    rest = [first ? { ...first, cursor: filler.cursor, items: [...filler.items, ...first.items] } : filler, ...others];
  }
  return { list: { run, pages }, missing: null };
}

type Following<Page, Item> = {
  page: LoadedPage<Page, Item>;
  /** The items that it had before it was reloaded. */
  replaced: readonly Item[];
  later: readonly LoadedPage<Page, Item>[];
};

/** The later pages without what `page` has of them; undefined if there may be items between the two. */
function restAfter<Page, Item>(
  { page, replaced, later }: Following<Page, Item>,
  keyOf: KeyOf<Item>,
): LoadedPage<Page, Item>[] | undefined {
  if (later[0] === undefined || later[0].cursor === page.next) return [...later];
  const known = new Set(replaced.map(keyOf));
  // From the end, past items that are new: one that has moved from a later page to the middle of this one says nothing.
  for (const key of page.items.map(keyOf).toReversed()) {
    for (const [index, next] of later.slice(0, 2).entries()) {
      const place = next.items.findIndex((item) => keyOf(item) === key);
      if (place >= 0) {
        return [{ ...next, cursor: page.next, items: next.items.slice(place + 1) }, ...later.slice(index + 1)];
      }
    }
    if (known.has(key)) return undefined;
  }
  return undefined;
}

/** The items of a list. One that has moved to another page is where the later load found it. */
export function itemsOf<Page, Item>({ pages }: LoadedList<Page, Item>, keyOf: KeyOf<Item>): Item[] {
  const places = new Map<string, LoadedPage<Page, Item>>();
  for (const page of pages) {
    for (const item of page.items) {
      const key = keyOf(item);
      if (page.run > (places.get(key)?.run ?? Number.NEGATIVE_INFINITY)) places.set(key, page);
    }
  }
  return pages.flatMap((page) => page.items.filter((item) => places.get(keyOf(item)) === page));
}

/** The page that was loaded last. */
export function newestPage<Page, Item>({ pages }: LoadedList<Page, Item>): Page | undefined {
  return pages.reduce<LoadedPage<Page, Item> | undefined>(
    (newest, page) => (newest && newest.run > page.run ? newest : page),
    undefined,
  )?.page;
}
