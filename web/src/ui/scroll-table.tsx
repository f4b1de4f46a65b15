import { useCallback, useLayoutEffect, useRef, type CSSProperties, type ReactNode, type RefObject } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { classes } from "./classes.ts";
import { Memoized } from "./memoized.tsx";
import { PrintLimit, printedRange, usePrinting } from "./printing.tsx";
import styles from "./wide-table.module.css";
import { NO_MORE, useLoadAhead, type MoreRows } from "./use-load-ahead.ts";
import { useFocusedRow, useRowFocus } from "./use-row-focus.ts";

type ScrollTableProps<R> = {
  label: string;
  rows: readonly R[];
  keyOf: (row: R) => string;
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
  /** The rows of headings, which stay in view: their number and their height (px) together. */
  head: { rows: number; px: number; className?: string | undefined; content: ReactNode };
  /** The height of each row (px), or the least one if rows grow with their content. */
  rowPx: number;
  isGrowing?: boolean;
  columnCount?: number;
  rowClass?: string | undefined;
  className?: string | undefined;
  style: CSSProperties;
  /** Rows are rendered again when one of these values changes. */
  deps: readonly unknown[];
  renderRow: (row: R, index: number) => ReactNode;
  /** Loads more rows as someone scrolls. */
  more?: MoreRows | undefined;
};

/** A table that scrolls in both directions in its frame. Only the rows in view are rendered. */
export function ScrollTable<R>(props: ScrollTableProps<R>) {
  const { label, rows, keyOf, scroller, head, isGrowing = false, columnCount } = props;
  const { rowClass, className, style, deps, renderRow } = props;
  const { virtualizer, watch } = useRowsInView(props);

  return (
    <section
      ref={scroller}
      role="group"
      className={`relative small panel inner-focus ${styles.frame}`}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      {...watch}
    >
      <div
        role="table"
        className={className}
        aria-label={label}
        aria-rowcount={rows.length + head.rows}
        aria-colcount={columnCount}
        style={style}
      >
        <div
          role="rowgroup"
          className={classes("sticky sunken", styles.scrollHead, head.className)}
          style={{ height: head.px }}
        >
          {head.content}
        </div>
        <div role="rowgroup" className={`relative ${styles.body}`} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <div
                  key={keyOf(row)}
                  ref={isGrowing ? virtualizer.measureElement : undefined}
                  role="row"
                  className={classes("absolute placed full-width", styles.scrollRow, rowClass)}
                  style={{ transform: `translateY(${start - head.px}px)` }}
                  aria-rowindex={index + head.rows + 1}
                  data-index={index}
                  data-row={keyOf(row)}
                >
                  <Memoized deps={[row, index, ...deps]} render={() => renderRow(row, index)} />
                </div>
              )
            );
          })}
        </div>
        <PrintLimit count={rows.length} />
      </div>
    </section>
  );
}

function useRowsInView<R>({ rows, keyOf, scroller, head, rowPx, isGrowing = false, more }: ScrollTableProps<R>) {
  const isPrinting = usePrinting();
  const { watch, rangeExtractor } = useFocusedRow((key) => rows.findIndex((row) => keyOf(row) === key));
  const getItemKey = useCallback(
    (index: number) => (rows[index] === undefined ? index : keyOf(rows[index])),
    [rows, keyOf],
  );
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would not compile it, is off
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    scrollMargin: head.px,
    overscan: 5,
    rangeExtractor: isPrinting ? printedRange : rangeExtractor,
    ...(isGrowing && { getItemKey }),
  });
  useLoadAhead(more ?? NO_MORE, rows.length - (virtualizer.getVirtualItems().at(-1)?.index ?? 0));
  useRowFocus(scroller, "[data-row]");
  useTopRowAnchor({ scroller, rows, keyOf, rowPx: isGrowing ? null : rowPx });
  return { virtualizer, watch };
}

type TopRowOptions<R> = Pick<ScrollTableProps<R>, "rows" | "keyOf" | "scroller"> & { rowPx: number | null };

/**
 * Rows of the same height that are added above must not move what someone reads: the row at the top of the window keeps its position. At
 * the very top, the table does not scroll; if the top row is removed, nothing is adjusted.
 */
function useTopRowAnchor<R>({ scroller, rows, keyOf, rowPx }: TopRowOptions<R>): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const element = scroller.current;
    const last = before.current;
    before.current = rows;
    if (!element || rowPx === null || last === rows || element.scrollTop === 0) return;
    const index = Math.floor(element.scrollTop / rowPx);
    const top = last[index];
    if (top === undefined) return;
    const key = keyOf(top);
    const now =
      rows[index] !== undefined && keyOf(rows[index]) === key ? index : rows.findIndex((row) => keyOf(row) === key);
    if (now >= 0 && now !== index) element.scrollTo({ top: element.scrollTop + (now - index) * rowPx });
  }, [scroller, rows, keyOf, rowPx]);
}
