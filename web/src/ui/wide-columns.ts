import { type ReactNode, useCallback, useLayoutEffect, type RefObject } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { usePrinting } from "./printing.tsx";

/** A column of a wide table. Columns of the same group are adjacent; an unnamed group has no heading. */
export type WideColumn<R> = {
  key: string;
  group: string;
  title: string;
  /** The full text of the heading, as a tooltip. */
  tooltip: string;
  /** In px. */
  width: number;
  isNumber: boolean;
  cellOf: (row: R, index: number) => WideCell;
};

/** A cell's content. A marked cell differs from the value it is compared with; its title names that value. */
export type WideCell = { content: ReactNode; title?: string | undefined; isMarked?: boolean };

/** A column and its left edge (px) in the table. The first group starts after the row headers. */
export type PlacedColumn<R> = { column: WideColumn<R>; left: number; width: number; isGroupStart: boolean };

/** A group's heading above its columns. */
export type PlacedGroup = { group: string; left: number; width: number; first: number; count: number };

/** Space for a group's heading and its button. */
const LETTER_PX = 7.5;
const GROUP_EDGES_PX = 60;

/** Positions columns from `left` on. A group whose heading needs more space gets it in its last column. */
export function placeColumns<R>(
  columns: readonly WideColumn<R>[],
  left: number,
): { placed: PlacedColumn<R>[]; groups: PlacedGroup[]; width: number } {
  const placed: PlacedColumn<R>[] = [];
  const groups: PlacedGroup[] = [];
  let offset = left;
  for (const [index, column] of columns.entries()) {
    const before = groups.at(-1);
    const isGroupStart = before?.group !== column.group;
    const group = isGroupStart ? { group: column.group, left: offset, width: 0, first: index, count: 0 } : before;
    if (isGroupStart) groups.push(group);
    const isGroupEnd = columns[index + 1]?.group !== column.group;
    const extra = isGroupEnd ? groupWidth(column.group) - group.width : 0;
    const width = Math.ceil(Math.max(column.width, extra));
    placed.push({ column, left: offset, width, isGroupStart: isGroupStart && index > 0 });
    group.width += width;
    group.count += 1;
    offset += width;
  }
  return { placed, groups, width: offset };
}

function groupWidth(group: string): number {
  return group === "" ? 0 : group.length * LETTER_PX + GROUP_EDGES_PX;
}

/** The range of rendered columns changes only in steps of this many, so that rows are not rendered again in between. */
const STEP = 6;

/** The range of columns to render, for the first and last column in the window. */
export function columnWindow(first: number, last: number, count: number): { from: number; to: number } {
  const from = Math.floor(first / STEP) * STEP;
  return { from, to: Math.min(count, Math.ceil((last + 1) / STEP) * STEP) };
}

/** The range of columns to render: those in view, or all when printed. */
export function useColumnWindow<R>(
  scroller: RefObject<HTMLElement | null>,
  placed: readonly PlacedColumn<R>[],
  headWidth: number,
): { from: number; to: number } {
  const isPrinting = usePrinting();
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would not compile it, is off
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: placed.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback((index: number) => placed[index]?.width ?? 0, [placed]),
    paddingStart: headWidth,
    overscan: 1,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, placed]);
  if (isPrinting) return { from: 0, to: placed.length };
  const shown = virtualizer.getVirtualItems();
  return columnWindow(shown[0]?.index ?? 0, shown.at(-1)?.index ?? -1, placed.length);
}
