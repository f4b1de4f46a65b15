import { type ReactNode, useState } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./table.module.css";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { byValue, foldText } from "@groundcrew/shared/lib";

/** A table's heading. Number columns are right-aligned. A column with a value can be sorted by. */
type Column = { label: string; isNumber?: boolean; sortBy?: unknown };

/** The sort column, if any, and the handler for pressing a heading. */
type Sorting = { by: TableSort | null; onSort: (label: string) => void };

type TableProps = {
  label: string;
  head: readonly Column[];
  /** On a narrow screen a row's cells are stacked, each with its `label`. */
  stacks?: boolean;
  /** Sorting by pressing a heading; without it the table cannot be sorted. */
  sorting?: Sorting;
  children: ReactNode;
};

/** A table that scrolls sideways if it is too wide. Its first column stays in view. It is not a landmark, since its card is one. */
export function Table({ label, head, stacks = false, sorting, children }: TableProps) {
  const frame = classes("bordered rounded relative inner-focus", styles.frame, stacks && styles.stacks);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reachable by keyboard, and this is no fieldset
    <section role="group" className={frame} aria-label={label} tabIndex={0}>
      <table className={`full-width small ${styles.table}`}>
        <thead className={stacks ? "visually-hidden-small" : undefined}>
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
  /** The column's name, for stacked rows. */
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

type SortHeadingProps = {
  title: string;
  /** As in `aria-sort`; undefined if rows are sorted by another column. */
  order: "ascending" | "descending" | undefined;
  onSort: () => void;
};

/** A column's name in its heading; pressing it sorts the rows. */
export function SortHeading({ title, order, onSort }: SortHeadingProps) {
  return (
    <button
      type="button"
      className={`own-font max-full inline-row gap-1 bare p-0 inner-focus ${styles.sort}`}
      onClick={onSort}
    >
      {title}
      {order && <Icon icon={order === "descending" ? IconChevronDown : IconChevronUp} size="s" />}
    </button>
  );
}

/** A column of a table. It can be sorted by if it has `sortBy`. */
export type TableColumn<R> = {
  label: string;
  /** Numbers are right-aligned and sorted from the largest. */
  isNumber?: boolean;
  /** Null if a row has no value: such rows are last in both orders. */
  sortBy?: (row: R) => string | number | null;
};

/** The column that rows are sorted by, and in which order. */
type TableSort = { label: string; isDescending: boolean };

/** The rows that contain a text, ignoring case and accents. */
export function searchedRows<R>(rows: readonly R[], search: string, textOf: (row: R) => string): R[] {
  const wanted = foldText(search.trim());
  return rows.filter((row) => foldText(textOf(row)).includes(wanted));
}

/** The rows sorted by a column. Equal rows keep their order. */
export function sortedRows<R>(rows: readonly R[], columns: readonly TableColumn<R>[], sort: TableSort | null): R[] {
  const sortBy = columns.find(({ label }) => label === sort?.label)?.sortBy;
  return sort === null || !sortBy ? [...rows] : rows.toSorted(byValue(sortBy, sort.isDescending));
}

/** The sort after pressing a heading: numbers start with the largest, all else with the first; pressing again reverses it. */
export function nextSort<R>(column: TableColumn<R>, sort: TableSort | null): TableSort {
  const isDescending = sort?.label === column.label ? !sort.isDescending : column.isNumber === true;
  return { label: column.label, isDescending };
}

type TableViewOptions<R> = {
  columns: readonly TableColumn<R>[];
  /** The text of a row that is searched; without it the table has no search. */
  textOf?: (row: R) => string;
};

/** The rows of a table after searching and sorting, none until they are loaded, and the props of its search box and headings. */
export function useTableView<R>(
  rows: readonly R[] | null | undefined,
  { columns, textOf = () => "" }: TableViewOptions<R>,
) {
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<TableSort | null>(null);

  function handleSort(label: string) {
    const column = columns.find((one) => one.label === label);
    if (column) setSort(nextSort(column, sort));
  }

  const found = searchedRows(rows ?? [], search, textOf);
  return {
    rows: sortedRows(found, columns, sort),
    search: { value: search, found: found.length, onChange: setSearch },
    sorting: { by: sort, onSort: handleSort },
  };
}
