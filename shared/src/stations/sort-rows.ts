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
  return sorted(rows, columns, { isInverted, count: rows.length });
}

/** The first `count` of the sorted rows, or all if there are fewer. The others are not sorted. */
export function firstSorted<Row extends { name: string }>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  count: number,
): Row[] {
  return sorted(rows, columns, { isInverted: false, count: Math.min(count, rows.length) });
}

type SortOptions = { isInverted: boolean; count: number };

function sorted<Row extends { name: string }>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  { isInverted, count }: SortOptions,
): Row[] {
  const [column, ...rest] = columns;
  if (!column) return sortedByName(rows, isInverted).slice(0, count);
  const order: Row[] = [];
  for (const equal of equalRows(rows, numbersOf(rows, column, isInverted), count)) {
    const [row] = equal;
    const missing = count - order.length;
    if (missing <= 0) break;
    if (row !== undefined && equal.length === 1) order.push(row);
    else for (const next of sorted(equal, rest, { isInverted, count: missing })) order.push(next);
  }
  return order;
}

function sortedByName<Row extends { name: string }>(rows: readonly Row[], isInverted: boolean): Row[] {
  const sign = isInverted ? -1 : 1;
  return rows.toSorted((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -sign : sign));
}

/** The rows in groups with equal numbers, lowest number first. Only groups that have one of the first `count` rows. */
function equalRows<Row>(rows: readonly Row[], numbers: Float64Array, count: number): Row[][] {
  const ascending = numbers.toSorted();
  const highest = ascending[count - 1] ?? Infinity;
  const groups = Array.from<Row[] | undefined>({ length: rows.length });
  for (const [index, row] of rows.entries()) {
    if ((numbers[index] ?? 0) > highest) continue;
    const first = firstPosition(ascending, numbers[index] ?? 0);
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
