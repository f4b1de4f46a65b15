/** One key of an order. Text is compared by its characters unless `compare` says otherwise. */
export type SortColumn<Row> = {
  of: (row: Row) => string | number | null | undefined;
  compare?: (a: string, b: string) => number;
  isDescending: boolean;
};

/**
 * Sorts rows by several keys, then by name. Rows without a value come last in either direction. Each key is worked out
 * once a row and held as a number, which keeps 100,000 rows sortable while someone waits.
 */
export function sortRows<Row extends { name: string }>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  isInverted: boolean,
): Row[] {
  const keys = columns.map((column) => ({
    ranks: ranksOf(rows, column),
    sign: column.isDescending === isInverted ? 1 : -1,
  }));
  const entries = rows.map((row, at) => ({ row, at }));
  entries.sort((a, b) => {
    for (const { ranks, sign } of keys) {
      const order = compareRanks(ranks[a.at], ranks[b.at], sign);
      if (order !== 0) return order;
    }
    return compareCharacters(a.row.name, b.row.name) * (isInverted ? -1 : 1);
  });
  return entries.map(({ row }) => row);
}

/** A number for each row that orders as its value does; NaN for a missing one. */
function ranksOf<Row>(rows: readonly Row[], { of, compare = compareCharacters }: SortColumn<Row>): Float64Array {
  const values = rows.map((row) => of(row) ?? Number.NaN);
  const texts = new Set(values.filter((value) => typeof value === "string"));
  const ordered = [...texts].sort(compare);
  const rankOf = new Map<string, number>();
  let rank = 0;
  ordered.forEach((text, i) => {
    const previous = ordered[i - 1];
    if (previous !== undefined && compare(previous, text) !== 0) rank += 1;
    rankOf.set(text, rank);
  });
  return Float64Array.from(values, (value) => (typeof value === "string" ? (rankOf.get(value) ?? Number.NaN) : value));
}

function compareRanks(a = Number.NaN, b = Number.NaN, sign = 1): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  return Number.isNaN(b) ? -1 : (a - b) * sign;
}

function compareCharacters(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
