import { expect, test } from "vitest";
import { noGroups, toggleAllGroups, toggleGroup, type GroupSelection } from "./selection.ts";

const rows = [5, 3, 9, 1, 7];
const press = (selection: GroupSelection, id: number, shift = false) => toggleGroup(selection, { id, shift }, rows);
const idsOf = ({ ids }: GroupSelection) => [...ids];

test("a press toggles a group, and with shift adds those since the last one", () => {
  const one = press(noGroups, 3);
  expect(idsOf(one)).toEqual([3]);
  expect(idsOf(press(one, 3))).toEqual([]);
  const range = press(one, 1, true);
  expect(idsOf(range)).toEqual([3, 9, 1]);
  expect(idsOf(press(range, 5, true))).toEqual([3, 9, 1, 5]);
  expect(idsOf(press(noGroups, 9, true))).toEqual([9]);
});

test("all are selected, then none", () => {
  const all = toggleAllGroups(press(noGroups, 3), rows);
  expect(idsOf(all)).toEqual(rows);
  expect(idsOf(toggleAllGroups(all, rows))).toEqual([]);
});

test("no more are selected than one act can change", () => {
  const many = Array.from({ length: 300 }, (_, index) => index);
  expect(toggleAllGroups(noGroups, many).ids.size).toBe(100);
  const range = toggleGroup({ ids: new Set([0]), anchor: 0 }, { id: 299, shift: true }, many);
  expect(range.ids.size).toBe(100);
});
