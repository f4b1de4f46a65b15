import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { isLoaded, namesAround, partFor, rowsIn, withPage, type LoadedPages } from "./loaded-pages.ts";

const nameOf = (number: number) => `gc-${number}`;

/** The page that a server sends of a list with these names. */
function pageOf(names: readonly string[], { from, limit }: { from: number; limit: number }) {
  const stations = names.slice(from, from + limit).map((name) => sampleStation({ name }));
  return { stations, next: null, total: names.length, from, groups: null };
}

test("whatever is shown, what is requested for it is then loaded, at the right positions and with no station twice", () => {
  const lists = fc.shuffledSubarray(
    Array.from({ length: 400 }, (_, number) => nameOf(number)),
    { minLength: 1 },
  );
  const visits = fc.array(fc.record({ names: lists, first: fc.nat(399), height: fc.integer({ min: 1, max: 60 }) }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(visits, (all) => {
      let pages: LoadedPages | undefined;
      for (const { names, first, height } of all) {
        const shown = { first, last: first + height - 1 };
        pages = withPage(pages, pageOf(names, partFor(shown)));
        expect(isLoaded(pages, shown)).toBe(true);
        const rows = rowsIn(pages.total, pages.rows);
        const seen = rows.slice(first, first + height).map((row) => row?.name);
        expect(seen).toEqual(names.slice(first, first + height));
        const loaded = rows.flatMap((row) => row?.name ?? []);
        expect(new Set(loaded).size).toBe(loaded.length);
      }
    }),
  );
});

test("the names around the newest page go on until a row that is not loaded", () => {
  const names = Array.from({ length: 300 }, (_, number) => nameOf(number));
  const first = withPage(undefined, pageOf(names, { from: 0, limit: 50 }));
  const next = withPage(first, pageOf(names, { from: 50, limit: 50 }));
  const apart = withPage(next, pageOf(names, { from: 150, limit: 50 }));
  expect(namesAround(next, rowsIn(300, next.rows))).toEqual(names.slice(0, 100));
  expect(namesAround(apart, rowsIn(300, apart.rows))).toEqual(names.slice(150, 200));
});
