import type { ReactNode } from "react";

/** A column of a wide table. Columns of one group stand side by side; an empty group has no heading. */
export type WideColumn<R> = {
  key: string;
  group: string;
  title: string;
  /** What the heading says in full. */
  about: string;
  /** In px. */
  width: number;
  isNumber: boolean;
  cellOf: (row: R, index: number) => WideCell;
};

/** What stands in a cell. A marked one differs from what it is compared with, and its title says from what. */
export type WideCell = { content: ReactNode; title?: string | undefined; isMarked?: boolean };

/** A column and where it begins, in px from the left edge of the table. The first group begins where the row heads end. */
export type PlacedColumn<R> = { column: WideColumn<R>; left: number; width: number; isGroupStart: boolean };

/** A group's heading above its columns. */
export type PlacedGroup = { group: string; left: number; width: number; first: number; count: number };

/** Room for a heading of a group and its button. */
const LETTER_PX = 7.5;
const GROUP_EDGES_PX = 60;

/** Puts columns side by side from `left` on. A group whose heading needs more room gets it from its last column. */
export function placeColumns<R>(
  columns: readonly WideColumn<R>[],
  left: number,
): { placed: PlacedColumn<R>[]; groups: PlacedGroup[]; width: number } {
  const placed: PlacedColumn<R>[] = [];
  const groups: PlacedGroup[] = [];
  let at = left;
  for (const [index, column] of columns.entries()) {
    const before = groups.at(-1);
    const isGroupStart = before?.group !== column.group;
    const group = isGroupStart ? { group: column.group, left: at, width: 0, first: index, count: 0 } : before;
    if (isGroupStart) groups.push(group);
    const isGroupEnd = columns[index + 1]?.group !== column.group;
    const missing = isGroupEnd ? groupWidth(column.group) - group.width : 0;
    const width = Math.ceil(Math.max(column.width, missing));
    placed.push({ column, left: at, width, isGroupStart: isGroupStart && index > 0 });
    group.width += width;
    group.count += 1;
    at += width;
  }
  return { placed, groups, width: at };
}

function groupWidth(group: string): number {
  return group === "" ? 0 : group.length * LETTER_PX + GROUP_EDGES_PX;
}

/** Widths change which columns are in the window at most once in so many of them: between, no row is made again. */
const STEP = 6;

/** The columns to make, given the first and last in the window. */
export function columnWindow(first: number, last: number, count: number): { from: number; to: number } {
  const from = Math.floor(first / STEP) * STEP;
  return { from, to: Math.min(count, Math.ceil((last + 1) / STEP) * STEP) };
}
