import { compareCharacters, rankTexts } from "../lib/index.ts";

/** One key of an order. Text is compared by its characters unless `rank` gives its numbers another order. */
export type SortColumn<Row> = {
  of: (row: Row) => string | number | null | undefined;
  rank?: (texts: ReadonlySet<string>) => ReadonlyMap<string, number>;
  isDescending: boolean;
};

/**
 * Sorts rows by several keys, then by name. Rows without a value come last in either direction. Each key is worked out
 * at most once a row, when a comparison first comes to it, and held as a number, which keeps 100,000 rows sortable while
 * someone waits.
 */
export function sortRows<Row extends { name: string }>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  isInverted: boolean,
): Row[] {
  const keys = columns.map((column) => ({
    ranks: once(() => ranksOf(rows, column)),
    sign: column.isDescending === isInverted ? 1 : -1,
  }));
  const entries = rows.map((row, at) => ({ row, at }));
  entries.sort((a, b) => {
    for (const { ranks, sign } of keys) {
      const known = ranks();
      const order = compareRanks(known[a.at], known[b.at], sign);
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

/** A number for each row that orders as its value does; NaN for a missing one. */
function ranksOf<Row>(rows: readonly Row[], { of, rank }: SortColumn<Row>): Float64Array {
  const ranks = new Float64Array(rows.length);
  const texts: { at: number; text: string }[] = [];
  rows.forEach((row, at) => {
    const value = of(row) ?? Number.NaN;
    if (typeof value === "string") texts.push({ at, text: value });
    else ranks[at] = value;
  });
  if (texts.length === 0) return ranks;
  const known = new Set(texts.map(({ text }) => text));
  const rankOf = rank ? rank(known) : rankTexts(known, compareCharacters);
  for (const { at, text } of texts) ranks[at] = rankOf.get(text) ?? Number.NaN;
  return ranks;
}

function compareRanks(a = Number.NaN, b = Number.NaN, sign = 1): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  return Number.isNaN(b) ? -1 : (a - b) * sign;
}
