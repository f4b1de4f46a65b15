import { type ReactNode, useCallback, useLayoutEffect, useRef, type RefObject } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useFocusedRow } from "./use-row-focus.ts";
import { printedRange, usePrinting } from "./printing.tsx";

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

type WideWindowOptions<R> = {
  rows: readonly R[];
  keyOf: (row: R) => string;
  placed: readonly PlacedColumn<R>[];
  /** Sizes in px. */
  headWidth: number;
  headHeight: number;
  rowHeight: number;
};

/** The rows and columns of a wide table that are in view. */
export function useWideWindow<R>({ rows, keyOf, placed, headWidth, headHeight, rowHeight }: WideWindowOptions<R>) {
  const scroller = useRef<HTMLElement>(null);
  const isPrinting = usePrinting();
  const focusedRow = useFocusedRow((key) => rows.findIndex((row) => keyOf(row) === key));

  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would not compile it, is off
  const vertical = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollMargin: headHeight,
    overscan: 6,
    rangeExtractor: isPrinting ? printedRange : focusedRow.rangeExtractor,
  });
  const horizontal = useVirtualizer({
    horizontal: true,
    count: placed.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback((index: number) => placed[index]?.width ?? 0, [placed]),
    paddingStart: headWidth,
    overscan: 1,
  });
  useLayoutEffect(() => horizontal.measure(), [horizontal, placed]);
  useLayoutEffect(() => vertical.measure(), [vertical, rowHeight]);
  useTopRowAnchor({ scroller, rows, keyOf, rowHeight });

  const shown = horizontal.getVirtualItems();
  const all = { from: 0, to: placed.length };
  const { from, to } = isPrinting ? all : columnWindow(shown[0]?.index ?? 0, shown.at(-1)?.index ?? -1, placed.length);
  const visibleRows = vertical.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, index, top: start - headHeight }];
  });
  return { scroller, watch: focusedRow.watch, visibleRows, from, to, height: vertical.getTotalSize() };
}

type TopRowOptions<R> = Pick<WideWindowOptions<R>, "rows" | "keyOf" | "rowHeight"> & {
  scroller: RefObject<HTMLElement | null>;
};

/**
 * Rows that are added above must not move what someone reads: the row at the top of the window keeps its position. At the very
 * top, the table does not scroll; if the top row is removed, nothing is adjusted.
 */
function useTopRowAnchor<R>({ scroller, rows, keyOf, rowHeight }: TopRowOptions<R>): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const element = scroller.current;
    const last = before.current;
    before.current = rows;
    if (!element || last === rows || element.scrollTop === 0) return;
    const index = Math.floor(element.scrollTop / rowHeight);
    const top = last[index];
    if (top === undefined) return;
    const key = keyOf(top);
    const now =
      rows[index] !== undefined && keyOf(rows[index]) === key ? index : rows.findIndex((row) => keyOf(row) === key);
    if (now >= 0 && now !== index) element.scrollTo({ top: element.scrollTop + (now - index) * rowHeight });
  }, [scroller, rows, keyOf, rowHeight]);
}
