import { useMemo, type ReactNode } from "react";
import { classes } from "./classes.ts";
import { Memoized } from "./memoized.tsx";
import { PrintLimit } from "./printing.tsx";
import { useRowFocus } from "./use-row-focus.ts";
import { useWideWindow, placeColumns, type PlacedColumn, type PlacedGroup, type WideColumn } from "./wide-columns.ts";
import { SortHeading } from "./table.tsx";
import "../later.css";
import styles from "./wide-table.module.css";

const corner = `flex strong sunken ${styles.corner}`;

/** Heights in px, as in the style sheet. */
const ROW_PX = 30;

type WideTableProps<R> = {
  label: string;
  rows: readonly R[];
  keyOf: (row: R) => string;
  /** The first column, which is the header of each row and stays in view. */
  head: RowHead<R>;
  columns: readonly WideColumn<R>[];
  /** Text shown instead of a row's cells, from a column on. */
  noteOf?: (row: R) => Note | null;
  /** Shown beside the heading of a group. */
  renderGroupAction?: (group: string) => ReactNode;
  /** Sorting by pressing a heading; without it the table cannot be sorted. */
  sorting?: Sorting;
};

/** The sort column, if any, and the handler for pressing a heading. */
type Sorting = { by: { key: string; isDescending: boolean } | null; onSort: (key: string) => void };

type RowHead<R> = { title: string; width: number; renderCell: (row: R) => ReactNode };
type Note = { text: string; from: string };

/** A table of any size that scrolls in both directions. Only the cells in view are rendered. */
export function WideTable<R>(props: WideTableProps<R>) {
  const { label, rows, keyOf, head, columns, noteOf, renderGroupAction, sorting } = props;
  const { placed, groups, width } = useMemo(() => placeColumns(columns, head.width), [columns, head.width]);
  const hasGroups = groups.some(({ group }) => group !== "");
  const headHeight = hasGroups ? 2 * ROW_PX : ROW_PX;
  const { scroller, watch, visibleRows, from, to, height } = useWideWindow({
    rows,
    keyOf,
    placed,
    headHeight,
    headWidth: head.width,
    rowHeight: ROW_PX,
  });

  useRowFocus(scroller, "[data-row]");

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section ref={scroller} role="group" className="table-frame" aria-label={label} tabIndex={0} {...watch}>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + (hasGroups ? 2 : 1)}
        aria-colcount={columns.length + 1}
        style={{ width }}
      >
        <div role="rowgroup" className={`sunken sticky-top ${styles.head}`} style={{ height: headHeight }}>
          {hasGroups && <GroupHeads groups={groups} headWidth={head.width} action={renderGroupAction} />}
          <div role="row" aria-rowindex={hasGroups ? 2 : 1}>
            <div role="columnheader" className={corner} style={{ width: head.width }} aria-colindex={1}>
              {head.title}
            </div>
            {placed.slice(from, to).map((placement, nth) => (
              <ColumnHead
                key={placement.column.key}
                placement={placement}
                colIndex={from + nth + 2}
                sorting={sorting}
              />
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ height }}>
          {visibleRows.map(({ row, index, top }) => (
            <Memoized
              key={keyOf(row)}
              deps={[row, index, top, placed, from, to, head]}
              render={() => (
                <WideRow
                  {...{ row, index, top, placed, from, to, width, head }}
                  rowKey={keyOf(row)}
                  rowIndex={index + (hasGroups ? 3 : 2)}
                  note={noteOf?.(row) ?? null}
                />
              )}
            />
          ))}
        </div>
        <PrintLimit count={rows.length} />
      </div>
    </section>
  );
}

type GroupHeadsProps = {
  groups: readonly PlacedGroup[];
  headWidth: number;
  action: ((group: string) => ReactNode) | undefined;
};

function GroupHeads({ groups, headWidth, action }: GroupHeadsProps) {
  return (
    <div role="row" aria-rowindex={1}>
      {groups.map(({ group, left, width, first, count }) => (
        <div
          key={`${group} ${first}`}
          role="columnheader"
          className={styles.group}
          style={{ left, width }}
          aria-colindex={first + 2}
          aria-colspan={count}
        >
          <span className={`inline-row gap-1 ${styles.groupName}`} style={{ left: headWidth }}>
            {group}
            {action?.(group)}
          </span>
        </div>
      ))}
    </div>
  );
}

type ColumnHeadProps<R> = { placement: PlacedColumn<R>; colIndex: number; sorting: Sorting | undefined };

function ColumnHead<R>({ placement: { column, left, width, isGroupStart }, colIndex, sorting }: ColumnHeadProps<R>) {
  const { key, title, tooltip, isNumber } = column;
  const order = sorting?.by?.key === key ? (sorting.by.isDescending ? "descending" : "ascending") : undefined;
  return (
    <div
      role="columnheader"
      className={classes("strong soft clip", styles.title, isNumber && styles.number, isGroupStart && styles.first)}
      style={{ left, width }}
      aria-colindex={colIndex}
      aria-sort={order}
      title={tooltip}
    >
      {sorting ? <SortHeading title={title} order={order} onSort={() => sorting.onSort(key)} /> : title}
    </div>
  );
}

type WideRowProps<R> = {
  row: R;
  rowKey: string;
  index: number;
  rowIndex: number;
  top: number;
  placed: readonly PlacedColumn<R>[];
  from: number;
  to: number;
  width: number;
  head: RowHead<R>;
  note: Note | null;
};

function WideRow<R>({ row, rowKey, index, rowIndex, top, placed, from, to, width, head, note }: WideRowProps<R>) {
  const noteIndex = note === null ? -1 : placed.findIndex(({ column }) => column.key === note.from);
  const noteColumn = placed[noteIndex];
  const shown = placed.slice(from, noteIndex < 0 ? to : Math.min(to, noteIndex));
  return (
    <div
      role="row"
      className={styles.row}
      style={{ width, transform: `translateY(${top}px)` }}
      aria-rowindex={rowIndex}
      data-row={rowKey}
    >
      <div role="rowheader" className={styles.rowHead} style={{ width: head.width }} aria-colindex={1}>
        {head.renderCell(row)}
      </div>
      {shown.map(({ column, left, width, isGroupStart }, nth) => {
        const { content, title, isMarked = false } = column.cellOf(row, index);
        return (
          <div
            key={column.key}
            role="cell"
            className={classes(
              "truncate",
              styles.cell,
              column.isNumber && styles.number,
              isGroupStart && styles.first,
              isMarked && styles.marked,
            )}
            style={{ left, width }}
            aria-colindex={from + nth + 2}
            data-label={column.title}
            title={title}
          >
            {content}
          </div>
        );
      })}
      {note && noteColumn && (
        <div
          role="cell"
          className={classes("truncate", styles.cell, styles.first)}
          style={{ left: noteColumn.left, width: width - noteColumn.left }}
          aria-colindex={noteIndex + 2}
          aria-colspan={placed.length - noteIndex}
        >
          <em className={`soft ${styles.note}`} style={{ left: head.width + 10 }}>
            {note.text}
          </em>
        </div>
      )}
    </div>
  );
}
