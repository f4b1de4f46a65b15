import { compareText, foldText } from "@groundcrew/shared/lib";

/** A column of a table. It can be sorted by when it says what of a row it compares. */
export type TableColumn<R> = {
  label: string;
  /** Numbers stand at the right, and are sorted with the largest first. */
  isNumber?: boolean;
  /** Null where a row has no value: such rows come last in both orders. */
  sortBy?: (row: R) => string | number | null;
};

/** The column that rows are sorted by, and in which order. */
export type TableSort = { label: string; isDescending: boolean };

/** The rows that have a text in them, capitals and accents aside. */
export function searchedRows<R>(rows: readonly R[], search: string, textOf: (row: R) => string): R[] {
  const wanted = foldText(search.trim());
  return rows.filter((row) => foldText(textOf(row)).includes(wanted));
}

/** The rows in the order of a column. Rows that are alike keep their order. */
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

/** What a press on a heading sorts by: numbers begin with the largest, all else with the first; the next press turns it round. */
export function nextSort<R>(column: TableColumn<R>, sort: TableSort | null): TableSort {
  const isDescending = sort?.label === column.label ? !sort.isDescending : column.isNumber === true;
  return { label: column.label, isDescending };
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : compareText(String(a), String(b));
}
