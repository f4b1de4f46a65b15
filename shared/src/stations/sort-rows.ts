import { compareCharacters } from "../lib/index.ts";

/** What rows are ordered by. Numbers order by size and text by its characters, in which moments order too. */
type Value = string | number | null | undefined;

/** One key of an order. Its values are of one kind; `rank` gives text another order than that of its characters. */
export type SortColumn<Row> = {
  of: (row: Row) => Value;
  rank?: (texts: ReadonlySet<string>) => ReadonlyMap<string, number>;
  isDescending: boolean;
};

/**
 * Sorts rows by several keys, then by name. Rows without a value come last in either direction. Each key is worked out
 * at most once a row, when a comparison first comes to it, which keeps 100,000 rows sortable while someone waits; rows that
 * are nearly in order already take a small part of the time.
 */
export function sortRows<Row extends { name: string }>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  isInverted: boolean,
): Row[] {
  const keys = columns.map((column) => ({
    values: once(() => valuesOf(rows, column)),
    sign: column.isDescending === isInverted ? 1 : -1,
  }));
  const entries = rows.map((row, at) => ({ row, at }));
  entries.sort((a, b) => {
    for (const { values, sign } of keys) {
      const known = values();
      const order = compareValues(known[a.at], known[b.at], sign);
      if (order !== 0) return order;
    }
    return compareCharacters(a.row.name, b.row.name) * (isInverted ? -1 : 1);
  });
  return entries.map(({ row }) => row);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** What each row is ordered by: its value, or the rank of its text. */
function valuesOf<Row>(rows: readonly Row[], { of, rank }: SortColumn<Row>): Value[] {
  const values = rows.map(of);
  if (!rank) return values;
  const ranks = rank(new Set(values.filter((value) => typeof value === "string")));
  return values.map((value) => (typeof value === "string" ? ranks.get(value) : value));
}

function compareValues(a: Value, b: Value, sign: number): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
  if (b === null || b === undefined) return -1;
  return a < b ? -sign : sign;
}
