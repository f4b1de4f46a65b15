import type { ReactNode } from "react";
import { classes, VisuallyHidden } from "../ui/index.ts";
import styles from "./data-list.module.css";
import type { ListKind } from "./list-kind.ts";
import { hiddenAt, layoutStyle } from "./list-layout.ts";
import { rowPress, SelectRow, type ListSelection } from "./list-selection.tsx";

/** Classes of text in cells: a title, which is smaller for quiet rows, and lines that are cut where rows are one line. */
export const rowText = {
  title: styles.title,
  first: `block truncate ${styles.first}`,
  second: `block truncate caption muted ${styles.second}`,
};

type FrameProps<Row, Context> = {
  kind: ListKind<Row, Context>;
  /** The name of its rows, if it differs from that of the kind. */
  label?: string;
  /** The number of rows; null if it is not known. */
  count: number | null;
  isOutdated?: boolean;
  /** The heading of the check boxes. */
  selectAll?: ReactNode;
  /** True if headings are only for screen readers. */
  hidesHeadings?: boolean;
  children: ReactNode;
};

/** The table around the rows of a list. */
export function ListFrame<Row, Context>(props: FrameProps<Row, Context>) {
  const { kind, label = kind.label, count, isOutdated = false, selectAll, hidesHeadings = false, children } = props;
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={count === null ? -1 : count + 1}
      aria-busy={isOutdated}
      className={classes("block panel", styles.list, kind.layout.small === "labelled" && styles.labelled)}
      style={layoutStyle(kind)}
    >
      <div
        role="rowgroup"
        className={classes(styles.head, hidesHeadings ? "visually-hidden" : "visually-hidden-medium")}
      >
        <Headings kind={kind} selectAll={selectAll} />
      </div>
      {children}
    </div>
  );
}

type HeadingsProps<Row, Context> = { kind: ListKind<Row, Context>; selectAll: ReactNode };

function Headings<Row, Context>({ kind, selectAll }: HeadingsProps<Row, Context>) {
  return (
    <div role="row" className={`align-center grid small ${styles.grid}`} aria-rowindex={1}>
      {selectAll !== undefined && (
        <span role="columnheader" aria-colindex={1} style={{ gridArea: "select" }}>
          {selectAll}
        </span>
      )}
      {kind.columns.map(({ key, title, align, hidesTitle }, index) => (
        <span
          key={key}
          role="columnheader"
          aria-colindex={index + (selectAll === undefined ? 1 : 2)}
          className={align && styles[align]}
          data-hidden={hiddenAt(kind, key)}
          style={{ gridArea: key }}
        >
          {hidesTitle ? <VisuallyHidden>{title}</VisuallyHidden> : title}
        </span>
      ))}
    </div>
  );
}

export type RowProps<Row, Context> = {
  kind: ListKind<Row, Context>;
  row: Row;
  context: Context;
  selection: ListSelection<Row> | undefined;
  isSelected: boolean;
  /** Its number in the table, where the headings are the first row. */
  position: number;
};

/** A row of a list. */
export function ListRow<Row, Context>(props: RowProps<Row, Context>) {
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
      className={`border-below relative ${styles.row}`}
      data-mark={mark?.(row, context)}
      data-quiet={isQuiet?.(row) || undefined}
      data-selected={isSelected || undefined}
    >
      <div
        role="row"
        aria-rowindex={position}
        aria-selected={selection && isSelected}
        className={classes("align-center grid small", styles.grid, selection?.isByRow && `pointer ${styles.pressed}`)}
        {...(selection?.isByRow && rowPress(selection, row))}
      >
        {selection && (
          <div role="cell" aria-colindex={1} style={{ gridArea: "select" }}>
            {selection.insteadOf?.(row) ?? (
              <SelectRow
                label={selection.label(row)}
                isSelected={isSelected}
                onToggle={(shift) => selection.onToggle(row, shift)}
              />
            )}
          </div>
        )}
        {columns.map(({ key, title, hidesTitle, cell, align, isMuted }, index) => (
          <div
            key={key}
            role="cell"
            aria-colindex={index + (selection ? 2 : 1)}
            className={classes(align && styles[align], isMuted && "soft")}
            data-hidden={hiddenAt(kind, key)}
            data-label={hidesTitle ? undefined : title}
            style={{ gridArea: key }}
          >
            {cell(row, context)}
          </div>
        ))}
      </div>
      {more && (
        <div role="row" className={styles.below}>
          <div role="cell" aria-colspan={columns.length + (selection ? 1 : 0)}>
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
    <output
      aria-label={`Loading ${kind.label.toLowerCase()}`}
      className={`block panel ${styles.list}`}
      style={layoutStyle(kind)}
    >
      {SKELETON_ROWS.map((row) => (
        <span
          key={row}
          className={classes("align-center border-below relative", styles.row, "grid small", styles.grid)}
        >
          {kind.columns.map(({ key }) => (
            <i
              key={key}
              className={`sunken rounded-sm ${styles.blank}`}
              data-hidden={hiddenAt(kind, key)}
              style={{ gridArea: key }}
            />
          ))}
        </span>
      ))}
    </output>
  );
}
