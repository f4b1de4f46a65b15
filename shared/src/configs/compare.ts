/**
 * The content of a cell of the Station Config table. Null is a value that the configuration lacks; undefined is for stations without a
 * configuration and is never compared.
 */
export type Cell = string | number | boolean | null | undefined;

/** The reference that cells are compared with: the most common value of their column, or the next row. */
export type HighlightMode = "modal" | "changed_vs_next";

/**
 * The columns whose cells are all identical, ignoring stations without configuration. Goes row by row, because the cells of a row are
 * adjacent in memory, and stops looking at a column once it differs.
 */
export function uniformColumns<R, C extends { cellOf: (row: R) => Cell }>(
  rows: readonly R[],
  columns: readonly C[],
): C[] {
  let candidates = columns.map((column): { column: C; first: Cell } => ({ column, first: undefined }));
  for (const row of rows) {
    let differing = 0;
    for (const candidate of candidates) {
      const cell = candidate.column.cellOf(row);
      if (cell === undefined || cell === candidate.first) continue;
      if (candidate.first === undefined) candidate.first = cell;
      else differing += 1;
    }
    if (differing > 0) candidates = candidates.filter(({ column, first }) => isSame(column.cellOf(row), first));
  }
  return candidates.map(({ column }) => column);
}

function isSame(cell: Cell, first: Cell): boolean {
  return cell === undefined || cell === first;
}

/** The most common value of a column; in a tie, the one that comes first. Undefined for a column without values. */
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

/**
 * Returns a function that says, by row index, whether a cell is highlighted. The last row has no next row to differ from. Cells are
 * compared on demand, since only a few of thousands of rows are in view.
 */
export function highlighter<R>(
  rows: readonly R[],
  cellOf: (row: R) => Cell,
  mode: HighlightMode,
): (index: number) => boolean {
  const cellAt = (index: number) => {
    const row = rows[index];
    return row === undefined ? undefined : cellOf(row);
  };
  if (mode === "changed_vs_next") return (index) => isDifferent(cellAt(index), cellAt(index + 1));
  const modal = modalValue(rows.map(cellOf));
  return (index) => isDifferent(cellAt(index), modal);
}

function isDifferent(a: Cell, b: Cell): boolean {
  return a !== undefined && b !== undefined && a !== b;
}
