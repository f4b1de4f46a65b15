import { useMemo, useRef, type ReactNode } from "react";
import { classes } from "./classes.ts";
import { ScrollTable } from "./scroll-table.tsx";
import { placeColumns, useColumnWindow, type PlacedColumn, type PlacedGroup, type WideColumn } from "./wide-columns.ts";
import { SortHeading } from "./table.tsx";
import type { MoreRows } from "./use-load-ahead.ts";
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
  sorting?: Sorting | undefined;
  /** Loads more rows as someone scrolls. */
  more?: MoreRows | undefined;
};

/** The sort column, if any, and the handler for pressing a heading. */
type Sorting = { by: { key: string; isDescending: boolean } | null; onSort: (key: string) => void };

type RowHead<R> = { title: string; width: number; renderCell: (row: R) => ReactNode };
type Note = { text: string; from: string };

/** A table of any size. Only the cells in view are rendered. */
export function WideTable<R>(props: WideTableProps<R>) {
  const { label, rows, keyOf, head, columns, noteOf, renderGroupAction, sorting, more } = props;
  const { placed, groups, width } = useMemo(() => placeColumns(columns, head.width), [columns, head.width]);
  const hasGroups = groups.some(({ group }) => group !== "");
  const scroller = useRef<HTMLElement>(null);
  const { from, to } = useColumnWindow(scroller, placed, head.width);

  return (
    <ScrollTable
      {...{ label, rows, keyOf, scroller, more }}
      columnCount={columns.length + 1}
      style={{ width }}
      rowPx={ROW_PX}
      rowClass={styles.row}
      head={{
        rows: hasGroups ? 2 : 1,
        px: hasGroups ? 2 * ROW_PX : ROW_PX,
        className: styles.head,
        content: (
          <>
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
          </>
        ),
      }}
      deps={[placed, from, to, head]}
      renderRow={(row, index) => (
        <WideRow {...{ row, index, placed, from, to, width, head }} note={noteOf?.(row) ?? null} />
      )}
    />
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
          className={`size-caption default strong ${styles.group}`}
          style={{ left, width }}
          aria-colindex={first + 2}
          aria-colspan={count}
        >
          <span className="sticky px-2 inline-row gap-1" style={{ left: headWidth }}>
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
      className={classes(
        "ellipsis strong soft clip",
        styles.title,
        isNumber && "text-end",
        isGroupStart && styles.first,
      )}
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
  index: number;
  placed: readonly PlacedColumn<R>[];
  from: number;
  to: number;
  width: number;
  head: RowHead<R>;
  note: Note | null;
};

function WideRow<R>({ row, index, placed, from, to, width, head, note }: WideRowProps<R>) {
  const noteIndex = note === null ? -1 : placed.findIndex(({ column }) => column.key === note.from);
  const noteColumn = placed[noteIndex];
  const shown = placed.slice(from, noteIndex < 0 ? to : Math.min(to, noteIndex));
  return (
    <>
      <div role="rowheader" className={`sticky ${styles.rowHead}`} style={{ width: head.width }} aria-colindex={1}>
        {head.renderCell(row)}
      </div>
      {shown.map(({ column, left, width, isGroupStart }, nth) => {
        const { content, title, isMarked = false } = column.cellOf(row, index);
        return (
          <div
            key={column.key}
            role="cell"
            className={classes(
              "absolute truncate",
              styles.cell,
              column.isNumber && "text-end",
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
          className={classes("absolute truncate", styles.cell, styles.first)}
          style={{ left: noteColumn.left, width: width - noteColumn.left }}
          aria-colindex={noteIndex + 2}
          aria-colspan={placed.length - noteIndex}
        >
          <em className="sticky soft" style={{ left: head.width + 10 }}>
            {note.text}
          </em>
        </div>
      )}
    </>
  );
}
