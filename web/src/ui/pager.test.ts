import { expect, test } from "vitest";
import { visiblePages } from "./pager.tsx";

const text = (page: number, count: number) =>
  visiblePages(page, count)
    .map((one) => one ?? "…")
    .join(" ");

test.each([
  [1, 1, "1"],
  [3, 7, "1 2 3 4 5 6 7"],
  [1, 8, "1 2 3 4 5 … 8"],
  [4, 8, "1 2 3 4 5 … 8"],
  [5, 9, "1 … 4 5 6 … 9"],
  [6, 9, "1 … 5 6 7 8 9"],
  [67, 67, "1 … 63 64 65 66 67"],
])("page %i of %i has the buttons %s", (page, count, shown) => {
  expect(text(page, count)).toBe(shown);
});

test("every page is shown among its buttons, and no button twice", () => {
  for (let count = 1; count <= 40; count += 1) {
    for (let page = 1; page <= count; page += 1) {
      const numbers = visiblePages(page, count).filter((one) => one !== null);
      expect(numbers).toContain(page);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }
  }
});
