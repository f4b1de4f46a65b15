import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { itemsOf, mergePages, newestPage, pagesWith, type LoadedList, type LoadedPage } from "./pages.ts";

const PAGE = 4;
type Page = LoadedPage<string, number>;
type List = LoadedList<string, number>;
const keyOf = String;

/** A server with numbers in order, four to a page, whose cursors are the last number of a page. */
function loader(numbers: readonly number[]) {
  return (cursor: string | null, run: number): Page => {
    const rest = numbers.filter((number) => cursor === null || number > Number(cursor));
    const items = rest.slice(0, PAGE);
    return { cursor, next: rest.length > PAGE ? String(items.at(-1)) : null, run, page: `run ${run}`, items };
  };
}

function loadAll(numbers: readonly number[]): List {
  const load = loader(numbers);
  const pages = [load(null, 0)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(load(next, 0));
  return { run: 0, pages };
}

/** Reloads pages of a list while `appended` arrive. */
function reload(list: List, shown: readonly Page[], numbers: readonly number[], appended: readonly Page[] = []): List {
  const load = loader(numbers);
  const run = list.run + 1;
  const fresh = new Map(shown.map((page) => [page, load(page.cursor, run)]));
  const between = new Map<string, Page>();
  for (;;) {
    const merged = mergePages({ ...list, pages: [...list.pages, ...appended] }, { run, fresh, between }, keyOf);
    if (merged.missing === null) return merged.list;
    between.set(merged.missing, load(merged.missing, run));
  }
}

const count = (length: number) => Array.from({ length }, (_, index) => (index + 1) * 10);
const shownIn = (list: List, ...numbers: number[]) => pagesWith(list, new Set(numbers.map(keyOf)), keyOf);

describe("the pages on screen are reloaded, and the others stay", () => {
  const numbers = count(20);
  const list = loadAll(numbers);
  const news = [1, 2, 3, 4, 5, 6, 7, 8, 9];

  test("only the pages of the items on screen, or the first one without any", () => {
    expect(shownIn(list, 90, 130)).toEqual([list.pages[2], list.pages[3]]);
    expect(shownIn(list)).toEqual([list.pages[0]]);
  });

  test("a page that is appended during a reload stays", () => {
    const first: List = { run: 0, pages: list.pages.slice(0, 1) };
    const appended = list.pages.slice(1, 2);
    expect(itemsOf(reload(first, first.pages, numbers, appended), keyOf)).toEqual(count(8));
  });

  test.each([
    { what: "items come in", now: [5, 15, ...numbers], listed: [5, 15, ...numbers] },
    { what: "items go", now: numbers.slice(2), listed: numbers.slice(2) },
    { what: "a page of items goes", now: numbers.slice(5), listed: numbers.slice(5) },
    { what: "everything goes", now: [], listed: [] },
    { what: "more items come in than a page has", now: [...news, ...numbers], listed: news.slice(0, 2 * PAGE) },
  ])("$what: nothing is left out or doubled", ({ now, listed }) => {
    const reloaded = reload(list, shownIn(list, 10), now);
    expect(itemsOf(reloaded, keyOf)).toEqual(listed);
    expect(newestPage(reloaded)).toBe("run 1");
  });

  test("an item that has moved up leaves no gap where it was", () => {
    const load = loader(numbers);
    const moved: Page = { ...load(null, 1), next: "30", items: [10, 80, 20, 30] };
    const fresh = new Map(list.pages.slice(0, 1).map((page) => [page, moved]));
    const merged = mergePages(list, { run: 1, fresh, between: new Map([["30", load("30", 1)]]) }, keyOf);
    expect(itemsOf(merged.list, keyOf)).toEqual([10, 80, 20, 30, 40, 50, 60, 70, ...count(20).slice(8)]);
  });

  test("an item that has moved to another page is where the later load found it", () => {
    const moved = list.pages.map((page, place) =>
      place === 0 ? Object.assign({}, page, { run: 1, items: [...page.items, 60] }) : page,
    );
    expect(itemsOf({ run: 1, pages: moved }, keyOf).slice(0, 8)).toEqual([10, 20, 30, 40, 60, 50, 70, 80]);
  });
});

const steps = fc.array(
  fc.record({
    add: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: PAGE - 1 }),
    at: fc.integer({ min: 0, max: 9 }),
  }),
  { maxLength: 20 },
);

test("after any changes and reloads, each item is listed once and in order, and a reload of every page lists what the server has", () => {
  fc.assert(
    fc.property(steps, fc.array(fc.integer({ min: 0, max: 39 }), { maxLength: 30 }), (added, removed) => {
      let numbers = count(40);
      let list = loadAll(numbers);
      added.forEach(({ add, at }, index) => {
        const gone = removed[index];
        numbers = [...new Set([...numbers, ...add])].filter((_, place) => place !== gone).sort((a, b) => a - b);
        list = reload(list, list.pages.slice(at, at + 1), numbers);
        const listed = itemsOf(list, keyOf);
        expect(new Set(listed).size).toBe(listed.length);
        const present = listed.filter((number) => numbers.includes(number));
        expect(present).toEqual([...present].sort((a, b) => a - b));
      });
      for (let place = 0; place < list.pages.length; place += 1) {
        list = reload(list, list.pages.slice(place, place + 1), numbers);
      }
      const listed = itemsOf(list, keyOf);
      const isWhole = list.pages.at(-1)?.next === null;
      expect(listed).toEqual(isWhole ? numbers : numbers.slice(0, listed.length));
    }),
  );
});

test("while items only come in, no loaded item leaves the list", () => {
  fc.assert(
    fc.property(steps, (added) => {
      let numbers = count(40);
      let list = loadAll(numbers);
      for (const { add, at } of added) {
        numbers = [...new Set([...numbers, ...add])].sort((a, b) => a - b);
        const before = itemsOf(list, keyOf);
        list = reload(list, list.pages.slice(at, at + 1), numbers);
        // Each of the changes since a page was reloaded fits on a page, but not all of them together: then the list is shorter.
        const isWhole = list.pages.at(-1)?.next === null;
        const after = itemsOf(list, keyOf);
        expect(isWhole ? before.filter((item) => !after.includes(item)) : []).toEqual([]);
      }
    }),
  );
});
