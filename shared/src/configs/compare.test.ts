import * as fc from "fast-check";
import { expect, test } from "vitest";
import { highlighter, modalValue, uniformColumns, type Cell, type HighlightMode } from "./compare.ts";

const same = (cell: Cell) => cell;

const isUniform = (cells: Cell[]) => uniformColumns(cells, [{ cellOf: same }]).length === 1;

function highlights(cells: Cell[], mode: HighlightMode): boolean[] {
  const isHighlighted = highlighter(cells, same, mode);
  return cells.map((_, index) => isHighlighted(index));
}

test.each<[Cell[], Cell]>([
  [[1, 2, 2], 2],
  [[2, 1, 1, 2], 2],
  [[null, null, 1], null],
  [[undefined, undefined, 1], 1],
  [[undefined], undefined],
  [[], undefined],
  [["1", 1, 1], 1],
])("the most common of %j is %j", (cells, modal) => {
  expect(modalValue(cells)).toBe(modal);
});

// @spec 112.4
test("modal highlights what differs from the most common value", () => {
  expect(highlights([5, 5, 6, null, undefined], "modal")).toEqual([false, false, true, true, false]);
});

// @spec 112.4
test("changed_vs_next highlights what differs from the row below", () => {
  expect(highlights([5, 5, 6, null, undefined], "changed_vs_next")).toEqual([false, true, true, false, false]);
  expect(highlights([1], "changed_vs_next")).toEqual([false]);
});

test.each<[Cell[], boolean]>([
  [[], true],
  [[1, 1, undefined], true],
  [[1, null], false],
  [[true, false], false],
])("%j are identical: %s", (cells, isSame) => {
  expect(isUniform(cells)).toBe(isSame);
});

test("a column is uniform exactly when neither mode highlights anything in it", () => {
  const cell = fc.constantFrom<Cell>(1, 2, null);
  fc.assert(
    fc.property(fc.array(cell), (cells) => {
      expect(highlights(cells, "modal").includes(true)).toBe(!isUniform(cells));
      expect(highlights(cells, "changed_vs_next").includes(true)).toBe(!isUniform(cells));
    }),
  );
});
