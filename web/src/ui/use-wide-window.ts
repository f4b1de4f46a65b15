import { useCallback, useLayoutEffect, useRef } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useKeptRow } from "./use-kept-row.ts";
import { columnWindow, type PlacedColumn } from "./wide-columns.ts";

type WindowOf<R> = {
  rows: readonly R[];
  keyOf: (row: R) => string;
  placed: readonly PlacedColumn<R>[];
  /** Sizes in px. */
  headWidth: number;
  headHeight: number;
  rowHeight: number;
};

/** Which rows and columns of a wide table are in view, as it scrolls in either direction. */
export function useWideWindow<R>({ rows, keyOf, placed, headWidth, headHeight, rowHeight }: WindowOf<R>) {
  const scroller = useRef<HTMLElement>(null);
  const kept = useKeptRow((key) => rows.findIndex((row) => keyOf(row) === key));

  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would stumble over it, is off
  const vertical = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollMargin: headHeight,
    overscan: 6,
    rangeExtractor: kept.rangeExtractor,
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

  const shown = horizontal.getVirtualItems();
  const { from, to } = columnWindow(shown[0]?.index ?? 0, shown.at(-1)?.index ?? -1, placed.length);
  const lines = vertical.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, index, top: start - headHeight }];
  });
  return { scroller, watch: kept.watch, lines, from, to, height: vertical.getTotalSize() };
}
