import * as fc from "fast-check";
import { expect, test } from "vitest";
import { PAGE_SIZES, pageCount, pageOf } from "./pages.ts";

// @spec 81.1, 317.1
test.each([
  [0, 1],
  [1, 1],
  [15, 1],
  [16, 2],
  [30, 2],
  [31, 3],
])("%i rows of triage take %i pages", (items, pages) => {
  expect(pageCount(items, PAGE_SIZES.triage)).toBe(pages);
});

// @spec 77.1, 317.1
test.each([
  [12, 1],
  [13, 2],
])("%i rows of the error log take %i pages", (items, pages) => {
  expect(pageCount(items, PAGE_SIZES.error_log)).toBe(pages);
});

test("a page out of range is replaced by the nearest one", () => {
  expect(pageOf([1, 2, 3], 0, 2)).toEqual([1, 2]);
  expect(pageOf([1, 2, 3], 9, 2)).toEqual([3]);
  expect(pageOf([], 2, 2)).toEqual([]);
});

test("the pages together are the list", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 60 }), fc.integer({ min: 1, max: 15 }), (items, size) => {
      const pages = Array.from({ length: pageCount(items.length, size) }, (_, i) => pageOf(items, i + 1, size));
      expect(pages.flat()).toEqual(items);
    }),
  );
});
