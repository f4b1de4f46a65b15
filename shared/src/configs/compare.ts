/**
 * What stands in a cell of the Station Config table. Null is a value the configuration does not have; undefined stands
 * in the row of a station without any configuration, and is never compared.
 */
export type Cell = string | number | boolean | null | undefined;

/** What cells are compared with: the most common value of their column, or the next row. */
export type HighlightMode = "modal" | "changed_vs_next";

/**
 * The columns of which all cells are the same, stations without configuration aside. Row by row, since the cells of a row lie
 * together in memory; a column is looked at until it differs.
 */
export function uniformColumns<R, C extends { cellOf: (row: R) => Cell }>(
  rows: readonly R[],
  columns: readonly C[],
): C[] {
  let left = columns.map((column): { column: C; first: Cell } => ({ column, first: undefined }));
  for (const row of rows) {
    let differing = 0;
    for (const comparison of left) {
      const cell = comparison.column.cellOf(row);
      if (cell === undefined || cell === comparison.first) continue;
      if (comparison.first === undefined) comparison.first = cell;
      else differing += 1;
    }
    if (differing > 0) left = left.filter(({ column, first }) => isSame(column.cellOf(row), first));
  }
  return left.map(({ column }) => column);
}

function isSame(cell: Cell, first: Cell): boolean {
  return cell === undefined || cell === first;
}

/**
 * The most common value of a column; among equally common ones the first from the top. Undefined for a column without
 * any.
 */
export function modalValue(cells: readonly Cell[]): Cell {
  const counts = new Map<Cell, number>();
  for (const cell of cells) {
    if (cell !== undefined) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  let modal: Cell;
  for (const [cell, count] of counts) {
    if (count > (counts.get(modal) ?? 0)) modal = cell;
  }
  return modal;
}

/** How a column is compared. The most common value is that of the `counted` rows, which are all unless given. */
type Comparison<R> = { mode: HighlightMode; counted?: readonly R[] };

/**
 * Tells of the rows of a column, by index, whether their cells are highlighted. The last row has no next one to differ from. Cells
 * are compared when they are asked for: of thousands of rows only those in view are.
 */
export function highlighter<R>(
  rows: readonly R[],
  cellOf: (row: R) => Cell,
  { mode, counted = rows }: Comparison<R>,
): (index: number) => boolean {
  const cellAt = (index: number) => {
    const row = rows[index];
    return row === undefined ? undefined : cellOf(row);
  };
  if (mode === "changed_vs_next") return (index) => isDifferent(cellAt(index), cellAt(index + 1));
  const modal = modalValue(counted.map(cellOf));
  return (index) => isDifferent(cellAt(index), modal);
}

function isDifferent(a: Cell, b: Cell): boolean {
  return a !== undefined && b !== undefined && a !== b;
}
