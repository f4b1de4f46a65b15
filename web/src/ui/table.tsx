import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import type { TableSort } from "./table-view.ts";
import { SortHeading } from "./sort-heading.tsx";
import styles from "./table.module.css";

/** A heading of a table; numbers stand at the right. One with a value can be sorted by. */
type Column = { label: string; isNumber?: boolean; sortBy?: unknown };

/** By which column rows are sorted, if by any of them, and what a press on a heading does. */
type Sorting = { by: TableSort | null; onSort: (label: string) => void };

type TableProps = {
  label: string;
  head: readonly Column[];
  /** On a narrow screen a row's cells stand one below the other, each with its `label`. */
  stacks?: boolean;
  /** Rows are sorted by pressing a heading; without it they are not. */
  sorting?: Sorting;
  children: ReactNode;
};

/** A table that scrolls sideways where it is too wide. Its first column stays in view. No landmark: its card is one. */
export function Table({ label, head, stacks = false, sorting, children }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reachable by keyboard, and this is no fieldset
    <section role="group" className={classes(styles.frame, stacks && styles.stacks)} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((column) => (
              <Heading key={column.label} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function Heading({ column, sorting }: { column: Column; sorting: Sorting | undefined }) {
  const { label, isNumber = false, sortBy } = column;
  const order = sorting?.by?.label === label ? (sorting.by.isDescending ? "descending" : "ascending") : undefined;
  return (
    <th scope="col" className={isNumber ? styles.number : undefined} aria-sort={order}>
      {sorting && sortBy !== undefined ? (
        <SortHeading title={label} order={order} onSort={() => sorting.onSort(label)} />
      ) : (
        label
      )}
    </th>
  );
}

type CellProps = {
  isNumber?: boolean;
  /** What the column is called, for rows that are stacked. */
  label?: string;
  title?: string | undefined;
  children: ReactNode;
};

export function Cell({ isNumber = false, label, title, children }: CellProps) {
  return (
    <td className={isNumber ? styles.number : undefined} data-label={label} title={title}>
      {children}
    </td>
  );
}
