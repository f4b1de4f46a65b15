import { expect, test } from "vitest";
import { addAllRows, noRows, toggleAllRows, toggleRow, type RowSelection } from "./row-selection.ts";

const rows = [5, 3, 9, 1, 7];
const press = (selection: RowSelection<number>, id: number, shift = false) =>
  toggleRow(selection, { id, shift }, { rows, max: 100 });
const idsOf = ({ ids }: RowSelection<number>) => [...ids];

test("a press toggles a row, and with shift adds those since the last one", () => {
  const one = press(noRows, 3);
  expect(idsOf(one)).toEqual([3]);
  expect(idsOf(press(one, 3))).toEqual([]);
  const range = press(one, 1, true);
  expect(idsOf(range)).toEqual([3, 9, 1]);
  expect(idsOf(press(range, 5, true))).toEqual([3, 9, 1, 5]);
  expect(idsOf(press(noRows, 9, true))).toEqual([9]);
});

test("all rows are added to those that are selected, then removed", () => {
  const all = toggleAllRows({ ids: new Set([2, 3]), anchor: 3 }, { rows, max: 100 });
  expect(idsOf(all)).toEqual([2, 3, 5, 9, 1, 7]);
  expect(idsOf(toggleAllRows(all, { rows, max: 100 }))).toEqual([2]);
});

test("adding all rows removes none, also if all are selected or no more can be", () => {
  const all = addAllRows<number>({ ids: new Set([2, 3]), anchor: 3 }, { rows });
  expect(idsOf(all)).toEqual([2, 3, 5, 9, 1, 7]);
  expect(idsOf(addAllRows(all, { rows }))).toEqual(idsOf(all));
  const some = addAllRows<number>(noRows, { rows, max: 2 });
  expect(idsOf(addAllRows(some, { rows, max: 2 }))).toEqual([5, 3]);
});

test("no more are selected than one act can change", () => {
  const many = { rows: Array.from({ length: 300 }, (_, index) => index), max: 100 };
  const all = toggleAllRows<number>(noRows, many);
  expect(all.ids.size).toBe(100);
  expect(toggleAllRows(all, many).ids.size).toBe(0);
  const range = toggleRow({ ids: new Set([0]), anchor: 0 }, { id: 299, shift: true }, many);
  expect(range.ids.size).toBe(100);
});
