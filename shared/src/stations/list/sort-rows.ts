/** A sort value. Numbers sort by size; text, including timestamps, by code units. */
type Value = string | number | null | undefined;

/** One sort key. Its values have one type; `rank` returns numbers in another order of text than by code units. */
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
  options: SortOptions,
): Row[] {
  const order = [...rows];
  sortPart(order, { from: 0, to: rows.length, columns }, options);
  return order.slice(0, options.count);
}

type Part<Row> = { from: number; to: number; columns: readonly SortColumn<Row>[] };

/** Sorts a part of the rows in their place, except for those after the first `count`. */
function sortPart<Row extends { name: string }>(order: Row[], part: Part<Row>, options: SortOptions): void {
  const { from, to, columns } = part;
  const [column, ...rest] = columns;
  const rows = order.slice(from, to);
  if (!column) return sortByName(rows, options.isInverted).forEach((row, index) => void (order[from + index] = row));
  const numbers = numbersOf(rows, column, options.isInverted);
  const ascending = numbers.toSorted();
  // How many rows have the number whose first position this is.
  const counts = new Uint32Array(rows.length);
  rows.forEach((row, index) => {
    const first = firstPosition(ascending, numbers[index] ?? 0);
    const before = counts[first] ?? 0;
    order[from + first + before] = row;
    counts[first] = before + 1;
  });
  for (let first = 0; first < rows.length && from + first < options.count;) {
    const next = first + (counts[first] ?? 1);
    if (next - first > 1) sortPart(order, { from: from + first, to: from + next, columns: rest }, options);
    first = next;
  }
}

function sortByName<Row extends { name: string }>(rows: Row[], isInverted: boolean): Row[] {
  const sign = isInverted ? -1 : 1;
  return rows.sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -sign : sign));
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
  const numbers = new Float64Array(rows.length);
  values.forEach((value, index) => {
    const number = typeof value === "string" ? ranks?.get(value) : value;
    numbers[index] = number === null || number === undefined ? Infinity : sign * number;
  });
  return numbers;
}

function rankCharacters(texts: ReadonlySet<string>): ReadonlyMap<string, number> {
  // Without a function, texts are compared by code units.
  return new Map([...texts].sort().map((text, rank) => [text, rank]));
}
