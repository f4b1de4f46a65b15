import { useMemo, type ReactNode } from "react";
import {
  Button,
  classes,
  Memoized,
  Spinner,
  useLoadAhead,
  usePageWindow,
  useRowFocus,
  useRowKeys,
  VisuallyHidden,
  type MoreRows,
  type RowActions,
} from "../ui/index.ts";
import styles from "./data-list.module.css";
import { hiddenAt, layoutStyle } from "./list-layout.ts";
import { SelectAll, SelectRow, type ListSelection } from "./list-selection.tsx";

/** A column of a list. */
export type ListColumn<Row, Context> = {
  /** Its name in the list's layouts. */
  key: string;
  /** Its heading. Screen readers read it with each cell, also where it is not displayed. */
  title: string;
  /** What a row shows in it. */
  cell: (row: Row, context: Context) => ReactNode;
  align?: "end";
  /** True if the heading is only for screen readers. */
  hidesTitle?: boolean;
  /** True if its text is less prominent. */
  isMuted?: boolean;
};

/** Where the columns are: the sizes of the tracks, and lines of column keys as in `grid-template-areas`. */
export type Layout = { tracks: string; areas: readonly string[] };

/** What a list shows and how. Declared once, outside of components. */
export type ListKind<Row, Context> = {
  /** What is listed, such as `Error groups`. */
  label: string;
  columns: readonly ListColumn<Row, Context>[];
  /** The key of a row, which its element has as `data-key`. */
  keyOf: (row: Row) => string;
  /** The usual height of a row (px). */
  rowPx: number;
  layout: {
    /** One line, with headings. */
    wide: Layout;
    /** Up to 61.25em, without headings. */
    medium: Layout;
    /** Up to 40em; as `medium` unless given. `labelled` is a line for each column, with its title. */
    small?: Layout | "labelled";
    /** Up to 25em; as `small` unless given. */
    tiny?: Layout;
  };
  /** Shown above a row that begins a section, such as a day. */
  sectionOf?: (row: Row, context: Context) => string;
  /** The mark at the edge of a row. */
  mark?: (row: Row, context: Context) => RowMark | undefined;
  /** True if a row is displayed as inactive. */
  isQuiet?: (row: Row) => boolean;
  /** Adds to the context of a row what its hooks return. */
  RowContext?: (props: { row: Row; context: Context; children: (context: Context) => ReactNode }) => ReactNode;
  /** Shown below the cells of a row. */
  below?: (row: Row, context: Context) => ReactNode;
};

export type RowMark = "danger" | "warning" | "info" | "hatched";

type DataListProps<Row, Context> = {
  kind: ListKind<Row, Context>;
  rows: readonly Row[];
  /** What the cells need besides their row. Rows are rendered again when one of its values changes. */
  context: Context;
  /** True for rows of the previous filter, while others are loading. */
  isOutdated?: boolean;
  /** Rows after the loaded ones, which are loaded ahead of the end. */
  more?: MoreRows;
  selection?: ListSelection<Row>;
  /** Selects what J and K focus in a row; by default its first link or button. */
  control?: string;
  /** What further keys do, by lower-case key. */
  actions?: RowActions;
};

/**
 * A list with columns that becomes stacked lines in a narrow window. Only the rows near the window are rendered. It is one stop of the
 * Tab key; J and K move the focus from row to row.
 */
export function DataList<Row, Context extends object>(props: DataListProps<Row, Context>) {
  const { kind, rows, context, isOutdated = false, more, selection, control, actions } = props;
  const keys = useMemo(() => rows.map(kind.keyOf), [rows, kind]);
  const page = usePageWindow({ keys, estimate: () => kind.rowPx });
  const { ref } = page.list;
  useRowFocus(ref, "[data-key]");
  useRowKeys({
    list: ref,
    keys,
    goTo: page.goTo,
    ...(control !== undefined && { control }),
    ...(actions && { actions }),
  });
  useLoadAhead(more ?? NO_MORE, rows.length - (page.lines.at(-1)?.index ?? 0));

  return (
    <div
      role="table"
      aria-label={kind.label}
      aria-rowcount={more?.hasMore ? -1 : rows.length + 1}
      aria-busy={isOutdated}
      className={classes(styles.list, kind.layout.small === "labelled" && styles.labelled)}
      style={layoutStyle(kind)}
    >
      <Headings kind={kind} selectAll={selection && <SelectAll {...selection.all} />} />
      <div {...page.list} role="rowgroup" className={styles.rows}>
        {page.lines.map(({ index, key, gap }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const section = newSection({ kind, rows, context }, index);
          const isSelected = selection?.isSelected(row) ?? false;
          return (
            <div
              key={key}
              ref={page.measure}
              data-index={index}
              data-key={key}
              className={styles.line}
              style={{ marginTop: gap }}
            >
              {section !== null && (
                <div role="row" className={styles.section}>
                  <div role="cell" aria-colspan={kind.columns.length}>
                    {section}
                  </div>
                </div>
              )}
              <Memoized
                deps={[kind, row, isSelected, index, ...Object.values(context)]}
                render={() => <ListRow {...{ kind, row, context, selection, isSelected }} position={index + 2} />}
              />
            </div>
          );
        })}
      </div>
      {more?.hasMore && <MoreLine more={more} label={kind.label.toLowerCase()} />}
    </div>
  );
}

/** Classes of text in cells: a title, which is smaller for quiet rows, and lines that are cut where rows are one line. */
export const rowText = { title: styles.title, first: styles.first, second: styles.second };

const NO_MORE: MoreRows = { hasMore: false, isLoading: false, failure: null, load: () => {} };

function MoreLine({ more: { failure, load }, label }: { more: MoreRows; label: string }) {
  return (
    <div className={styles.more}>
      {failure === null ? <Spinner label={`Loading more ${label}`} /> : failure}
      {failure !== null && <Button onClick={load}>Load More</Button>}
    </div>
  );
}

type Sections<Row, Context> = { kind: ListKind<Row, Context>; rows: readonly Row[]; context: Context };

/** The section that begins with a row; null if it belongs to the one before. */
function newSection<Row, Context>({ kind, rows, context }: Sections<Row, Context>, index: number): string | null {
  const [before, row] = [rows[index - 1], rows[index]];
  if (kind.sectionOf === undefined || row === undefined) return null;
  const section = kind.sectionOf(row, context);
  return before !== undefined && kind.sectionOf(before, context) === section ? null : section;
}

type HeadingsProps<Row, Context> = { kind: ListKind<Row, Context>; selectAll: ReactNode };

function Headings<Row, Context>({ kind, selectAll }: HeadingsProps<Row, Context>) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.grid} aria-rowindex={1}>
        {selectAll !== undefined && (
          <span role="columnheader" style={{ gridArea: "select" }}>
            {selectAll}
          </span>
        )}
        {kind.columns.map(({ key, title, align, hidesTitle }) => (
          <span
            key={key}
            role="columnheader"
            className={align && styles[align]}
            data-hidden={hiddenAt(kind, key)}
            style={{ gridArea: key }}
          >
            {hidesTitle ? <VisuallyHidden>{title}</VisuallyHidden> : title}
          </span>
        ))}
      </div>
    </div>
  );
}

type RowProps<Row, Context> = {
  kind: ListKind<Row, Context>;
  row: Row;
  context: Context;
  selection: ListSelection<Row> | undefined;
  isSelected: boolean;
  /** Its number in the table, where the headings are the first row. */
  position: number;
};

function ListRow<Row, Context>(props: RowProps<Row, Context>) {
  const { kind, row } = props;
  const { RowContext } = kind;
  if (!RowContext) return <RowContent {...props} />;
  return (
    <RowContext row={row} context={props.context}>
      {(context) => <RowContent {...props} context={context} />}
    </RowContext>
  );
}

function RowContent<Row, Context>({ kind, row, context, selection, isSelected, position }: RowProps<Row, Context>) {
  const { columns, mark, isQuiet, below } = kind;
  const more = below?.(row, context);
  return (
    <div
      className={styles.row}
      data-mark={mark?.(row, context)}
      data-quiet={isQuiet?.(row) || undefined}
      data-selected={isSelected || undefined}
    >
      <div role="row" className={styles.grid} aria-rowindex={position} aria-selected={selection && isSelected}>
        {selection && (
          <div role="cell" style={{ gridArea: "select" }}>
            <SelectRow
              label={selection.label(row)}
              isSelected={isSelected}
              onToggle={(shift) => selection.onToggle(row, shift)}
            />
          </div>
        )}
        {columns.map(({ key, title, hidesTitle, cell, align, isMuted }) => (
          <div
            key={key}
            role="cell"
            className={classes(align && styles[align], isMuted && styles.muted)}
            data-hidden={hiddenAt(kind, key)}
            data-label={hidesTitle ? undefined : title}
            style={{ gridArea: key }}
          >
            {cell(row, context)}
          </div>
        ))}
      </div>
      {more && (
        <div role="row">
          <div role="cell" aria-colspan={columns.length} className={styles.below}>
            {more}
          </div>
        </div>
      )}
    </div>
  );
}

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Rows without content while a list is loading. */
export function ListSkeleton<Row, Context>({ kind }: { kind: ListKind<Row, Context> }) {
  return (
    <output aria-label={`Loading ${kind.label.toLowerCase()}`} className={styles.list} style={layoutStyle(kind)}>
      {SKELETON_ROWS.map((row) => (
        <span key={row} className={classes(styles.row, styles.grid)}>
          {kind.columns.map(({ key }) => (
            <i key={key} className={styles.blank} data-hidden={hiddenAt(kind, key)} style={{ gridArea: key }} />
          ))}
        </span>
      ))}
    </output>
  );
}
