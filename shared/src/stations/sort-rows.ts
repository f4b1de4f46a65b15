/** A sort value. Numbers sort by size; text, including timestamps, by code units. */
type Value = string | number | null | undefined;

/** One sort key. Its values have one type; `rank` replaces the order of text by code units. */
export type SortColumn<Row> = {
  value: (row: Row) => Value;
  rank?: (texts: ReadonlySet<string>) => ReadonlyMap<string, number>;
  isDescending: boolean;
};

/**
 * Sorts rows by several keys, then by name. Rows without a value come last in either direction. The values of a key become numbers, which
 * are sorted without comparing rows: that keeps sorting 100,000 rows fast. A key is computed only for rows that are equal by those before.
 */
export function sortRows<Row extends { name: string }>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  isInverted: boolean,
): Row[] {
  const [column, ...rest] = columns;
  if (!column) return sortedByName(rows, isInverted);
  const order: Row[] = [];
  for (const equal of equalRows(rows, numbersOf(rows, column, isInverted))) {
    const [row] = equal;
    if (row !== undefined && equal.length === 1) order.push(row);
    else for (const next of sortRows(equal, rest, isInverted)) order.push(next);
  }
  return order;
}

function sortedByName<Row extends { name: string }>(rows: readonly Row[], isInverted: boolean): Row[] {
  const sign = isInverted ? -1 : 1;
  return rows.toSorted((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -sign : sign));
}

/** The rows in groups with equal numbers, lowest number first. */
function equalRows<Row>(rows: readonly Row[], numbers: Float64Array): Row[][] {
  const sorted = numbers.toSorted();
  const groups = Array.from<Row[] | undefined>({ length: rows.length });
  for (const [index, row] of rows.entries()) {
    const first = firstPosition(sorted, numbers[index] ?? 0);
    const group = groups[first];
    if (group) group.push(row);
    else groups[first] = [row];
  }
  // A group is at the position of its first row, so there are gaps.
  return groups.filter((group) => group !== undefined);
}

/** The position of the first of these sorted numbers that is not less than `number`. */
function firstPosition(sorted: Float64Array, number: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
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
