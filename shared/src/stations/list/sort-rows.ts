import { compareCharacters, completed, orderOf, type Steps, type TextOrder } from "../../lib/index.ts";

/** A sort value. Numbers sort by size; text, including timestamps, by code units. */
export type SortValue = string | number | null | undefined;

/** One sort key. Its values have one type; `texts` is another order of text than by code units. */
export type SortColumn<Row> = {
  value: (row: Row) => SortValue;
  texts?: TextOrder | undefined;
  isDescending: boolean;
};

/** A row by what decides its place: its value in each column, and its name. */
export type SortKey = { values: readonly SortValue[]; name: string };

/** Compares the keys of rows in the order of `sortRows`. */
export function keyComparison(
  columns: readonly Omit<SortColumn<never>, "value">[],
  isInverted: boolean,
): (a: SortKey, b: SortKey) => number {
  const comparisons = columns.map((column) => valueComparison(column, isInverted));
  return (a, b) => {
    for (let index = 0; index < comparisons.length; index += 1) {
      const difference = comparisons[index]?.(a.values[index], b.values[index]) ?? 0;
      if (difference !== 0) return difference;
    }
    return isInverted ? compareCharacters(b.name, a.name) : compareCharacters(a.name, b.name);
  };
}

function valueComparison(
  { texts = BY_CHARACTERS, isDescending }: Omit<SortColumn<never>, "value">,
  isInverted: boolean,
) {
  const sign = signOf(isDescending, isInverted);
  return (a: SortValue, b: SortValue): number => {
    if (a === b) return 0;
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    if (typeof a === "string" && typeof b === "string") return sign * texts.compare(a, b);
    // One has no value, or is of another list.
    return typePlace(a) - typePlace(b);
  };
}

function typePlace(value: SortValue): number {
  if (typeof value === "number") return 0;
  return typeof value === "string" ? 1 : 2;
}

/**
 * Sorts rows by several keys, then by name. Rows without a value come last in either direction. The values of a key become numbers, which
 * are sorted without comparing rows: that keeps sorting 100,000 rows fast. A key is computed only for rows that are equal by those before.
 */
export function sortRows<Row extends { name: string }>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  isInverted: boolean,
): Row[] {
  return completed(sortSteps(rows, columns, isInverted));
}

/** The steps of `sortRows`. */
export function sortSteps<Row extends { name: string }>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  isInverted: boolean,
): Steps<Row[]> {
  return sorted(rows, columns, { isInverted, count: rows.length });
}

/** The first `count` of the sorted rows, or all if there are fewer. The others are not sorted. */
export function firstSorted<Row extends { name: string }>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  count: number,
): Row[] {
  return completed(sorted(rows, columns, { isInverted: false, count: Math.min(count, rows.length) }));
}

type SortOptions = { isInverted: boolean; count: number };

function* sorted<Row extends { name: string }>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  options: SortOptions,
): Steps<Row[]> {
  const order = [...rows];
  yield* sortPart(order, { from: 0, to: rows.length, columns }, options);
  return order.slice(0, options.count);
}

type Part<Row> = { from: number; to: number; columns: readonly SortColumn<Row>[] };

/** Sorts a part of the rows in their place, except for those after the first `count`. */
function* sortPart<Row extends { name: string }>(order: Row[], part: Part<Row>, options: SortOptions): Steps<void> {
  const { from, to, columns } = part;
  const [column, ...rest] = columns;
  const rows = order.slice(from, to);
  if (!column) return sortByName(rows, options.isInverted).forEach((row, index) => void (order[from + index] = row));
  const numbers = yield* numbersOf(rows, column, options.isInverted);
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
    yield;
    if (next - first > 1) yield* sortPart(order, { from: from + first, to: from + next, columns: rest }, options);
    first = next;
  }
}

function sortByName<Row extends { name: string }>(rows: Row[], isInverted: boolean): Row[] {
  const sign = isInverted ? -1 : 1;
  return rows.sort((a, b) => sign * compareCharacters(a.name, b.name));
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
function* numbersOf<Row>(
  rows: readonly Row[],
  { value, texts = BY_CHARACTERS, isDescending }: SortColumn<Row>,
  isInverted: boolean,
): Steps<Float64Array> {
  const values = rows.map(value);
  yield;
  const different = new Set(values.filter((value) => typeof value === "string"));
  const ranks = different.size === 0 ? null : yield* texts.rank(different);
  const sign = signOf(isDescending, isInverted);
  const numbers = new Float64Array(rows.length);
  values.forEach((value, index) => {
    const number = typeof value === "string" ? ranks?.get(value) : value;
    numbers[index] = number === null || number === undefined ? Infinity : sign * number;
  });
  return numbers;
}

function signOf(isDescending: boolean, isInverted: boolean): number {
  return isDescending === isInverted ? 1 : -1;
}

const BY_CHARACTERS = orderOf(compareCharacters);
