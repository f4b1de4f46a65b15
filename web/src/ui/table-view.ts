import { compareText, foldText } from "@groundcrew/shared/lib";
import { useState } from "react";

/** A column of a table. It can be sorted by if it has `sortBy`. */
export type TableColumn<R> = {
  label: string;
  /** Numbers are right-aligned and sorted from the largest. */
  isNumber?: boolean;
  /** Null if a row has no value: such rows are last in both orders. */
  sortBy?: (row: R) => string | number | null;
};

/** The column that rows are sorted by, and in which order. */
export type TableSort = { label: string; isDescending: boolean };

/** The rows that contain a text, ignoring case and accents. */
export function searchedRows<R>(rows: readonly R[], search: string, textOf: (row: R) => string): R[] {
  const wanted = foldText(search.trim());
  return rows.filter((row) => foldText(textOf(row)).includes(wanted));
}

/** The rows sorted by a column. Equal rows keep their order. */
export function sortedRows<R>(rows: readonly R[], columns: readonly TableColumn<R>[], sort: TableSort | null): R[] {
  const sortBy = columns.find(({ label }) => label === sort?.label)?.sortBy;
  if (sort === null || !sortBy) return [...rows];
  const sign = sort.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [sortBy(one), sortBy(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compareValues(a, b);
  });
}

/** The sort after pressing a heading: numbers start with the largest, all else with the first; pressing again reverses it. */
export function nextSort<R>(column: TableColumn<R>, sort: TableSort | null): TableSort {
  const isDescending = sort?.label === column.label ? !sort.isDescending : column.isNumber === true;
  return { label: column.label, isDescending };
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : compareText(String(a), String(b));
}

type TableViewOptions<R> = {
  columns: readonly TableColumn<R>[];
  /** The text of a row that is searched; without it the table has no search. */
  textOf?: (row: R) => string;
};

/** The rows of a table after searching and sorting, and the props of its search field and headings. */
export function useTableView<R>(rows: readonly R[], { columns, textOf = () => "" }: TableViewOptions<R>) {
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<TableSort | null>(null);

  function handleSort(label: string) {
    const column = columns.find((one) => one.label === label);
    if (column) setSort(nextSort(column, sort));
  }

  return {
    rows: sortedRows(searchedRows(rows, search, textOf), columns, sort),
    search: { text: search, onText: setSearch },
    sorting: { by: sort, onSort: handleSort },
  };
}
