import { compareCharacters } from "../lib/index.ts";
import { sortRows, type SortColumn } from "./sort-rows.ts";

/** At most one row in this many may be out of place. */
const SHARE = 8;

/** A row with its sort values, which are computed when they are needed. */
type Keyed<Row> = { row: Row; values: ReturnType<SortColumn<Row>["value"]>[] };
type Compare<Row> = (a: Keyed<Row>, b: Keyed<Row>) => number;

/**
 * Sorts rows as `sortRows` does if nearly all are in order already: those that are not are taken out, sorted, and merged again. Null if
 * there are too many of them.
 */
export function sortAgain<Row extends { name: string }>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  isInverted: boolean,
): Row[] | null {
  const compare = comparison(columns, isInverted);
  const kept: Keyed<Row>[] = [];
  const moved: Row[] = [];
  for (const row of rows) {
    const next: Keyed<Row> = { row, values: [] };
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (!last || compare(last, next) <= 0) kept.push(next);
    else if (before && compare(before, next) > 0) moved.push(row);
    else {
      // It is the last row that is out of place.
      moved.push(last.row);
      kept[kept.length - 1] = next;
    }
    if (moved.length * SHARE > rows.length) return null;
  }
  if (moved.length === 0) return [...rows];
  const sorted = sortRows(moved, columns, isInverted).map((row): Keyed<Row> => ({ row, values: [] }));
  return merged(kept, sorted, compare);
}

function merged<Row>(kept: readonly Keyed<Row>[], moved: readonly Keyed<Row>[], compare: Compare<Row>): Row[] {
  const rows: Row[] = [];
  let position = 0;
  for (const next of kept) {
    for (let other = moved[position]; other && compare(other, next) < 0; other = moved[position]) {
      rows.push(other.row);
      position += 1;
    }
    rows.push(next.row);
  }
  return [...rows, ...moved.slice(position).map(({ row }) => row)];
}

function comparison<Row extends { name: string }>(
  columns: readonly SortColumn<Row>[],
  isInverted: boolean,
): Compare<Row> {
  return (a, b) => {
    for (const [index, column] of columns.entries()) {
      const [one, other] = [valueOf(a, column, index), valueOf(b, column, index)];
      if (one === other) continue;
      // Rows without a value come last in either direction.
      if (one === null) return 1;
      if (other === null) return -1;
      const order = compareValues(one, other, column);
      if (order !== 0) return column.isDescending === isInverted ? order : -order;
    }
    const order = compareCharacters(a.row.name, b.row.name);
    return isInverted ? -order : order;
  };
}

function valueOf<Row>(keyed: Keyed<Row>, { value }: SortColumn<Row>, index: number) {
  const known = keyed.values[index];
  if (known !== undefined) return known;
  const computed = value(keyed.row) ?? null;
  keyed.values[index] = computed;
  return computed;
}

function compareValues<Row>(one: string | number, other: string | number, { text }: SortColumn<Row>): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return (text?.compare ?? compareCharacters)(String(one), String(other));
}
