import { useCallback, useLayoutEffect, useRef, type RefObject } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useFocusedRow } from "./use-row-focus.ts";
import { printedRange, usePrinting } from "./use-printing.ts";
import { columnWindow, type PlacedColumn } from "./wide-columns.ts";

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
  const kept = useFocusedRow((key) => rows.findIndex((row) => keyOf(row) === key));

  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would not compile it, is off
  const vertical = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollMargin: headHeight,
    overscan: 6,
    rangeExtractor: isPrinting ? printedRange : kept.rangeExtractor,
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
  return { scroller, watch: kept.watch, visibleRows, from, to, height: vertical.getTotalSize() };
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
