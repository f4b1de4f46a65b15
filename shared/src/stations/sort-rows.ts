/** A sort value. Numbers sort by size; text, including timestamps, by code units. */
type Value = string | number | null | undefined;

/** One sort key. Its values have one type; `rank` replaces the order of text by code units. */
export type SortColumn<Row> = {
  value: (row: Row) => Value;
  rank?: (texts: ReadonlySet<string>) => ReadonlyMap<string, number>;
  isDescending: boolean;
};

/**
 * Sorts rows by several keys, then by name. Rows without a value come last in either direction. The values of a key are computed once, as
 * numbers, when a comparison first needs them, which keeps sorting 100,000 rows fast; rows that are nearly sorted take a fraction of the
 * time.
 */
export function sortRows<Row extends { name: string }>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  isInverted: boolean,
): Row[] {
  const byName: SortColumn<Row> = { value: ({ name }) => name, isDescending: false };
  const keys = [...columns, byName].map((column) => once(() => numbersOf(rows, column, isInverted)));
  const positions = rows.map((_, position) => position);
  positions.sort((a, b) => {
    for (const numbers of keys) {
      const known = numbers();
      const [one, other] = [known[a] ?? 0, known[b] ?? 0];
      if (one !== other) return one < other ? -1 : 1;
    }
    return 0;
  });
  return positions.flatMap((position) => rows[position] ?? []);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** A number for each row that increases in the order of the rows: its value or the rank of its text, and infinity without a value. */
function numbersOf<Row>(rows: readonly Row[], { value, rank, isDescending }: SortColumn<Row>, isInverted: boolean) {
  const values = rows.map(value);
  const texts = new Set(values.filter((value) => typeof value === "string"));
  const ranks = texts.size === 0 ? null : (rank ?? rankCharacters)(texts);
  const sign = isDescending === isInverted ? 1 : -1;
  return Float64Array.from(values, (value) => {
    const number = typeof value === "string" ? ranks?.get(value) : value;
    return number === null || number === undefined ? Infinity : sign * number;
  });
}

function rankCharacters(texts: ReadonlySet<string>): ReadonlyMap<string, number> {
  // Without a function, texts are compared by code units.
  return new Map([...texts].sort().map((text, rank) => [text, rank]));
}
