import { expect, test } from "vitest";
import { columnWindow, placeColumns, type WideColumn } from "./wide-columns.ts";

const column = (key: string, group: string, width: number): WideColumn<string> => ({
  key,
  group,
  width,
  title: key,
  tooltip: key,
  isNumber: false,
  cellOf: () => ({ content: "" }),
});

test("columns are adjacent, each group below one heading", () => {
  const { placed, groups, width } = placeColumns(
    [column("a", "A", 90), column("b", "A", 60), column("c", "", 50)],
    100,
  );
  expect(placed.map(({ left, width, isGroupStart }) => [left, width, isGroupStart])).toEqual([
    [100, 90, false],
    [190, 60, false],
    [250, 50, true],
  ]);
  expect(groups).toEqual([
    { group: "A", left: 100, width: 150, first: 0, count: 2 },
    { group: "", left: 250, width: 50, first: 2, count: 1 },
  ]);
  expect(width).toBe(300);
});

test("a group is never narrower than its heading", () => {
  const { groups, width } = placeColumns([column("a", "Uncategorized", 50)], 0);
  expect(groups[0]?.width).toBeGreaterThan(130);
  expect(width).toBe(groups[0]?.width);
});

test("columns are rendered in steps of six, and none in the window is left out", () => {
  expect(columnWindow(7, 8, 100)).toEqual({ from: 6, to: 12 });
  expect(columnWindow(0, 99, 100)).toEqual({ from: 0, to: 100 });
  expect(columnWindow(0, -1, 0)).toEqual({ from: 0, to: 0 });
});
