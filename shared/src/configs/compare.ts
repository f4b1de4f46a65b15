/**
 * What stands in a cell of the Station Config table. Null is a value the configuration does not have; undefined stands
 * in the row of a station without any configuration, and is never compared.
 */
export type Cell = string | number | boolean | null | undefined;

/** What cells are compared with: the most common value of their column, or the next row. */
export type HighlightMode = "modal" | "changed_vs_next";

/** Whether all cells of a column are the same, stations without configuration aside. */
export function isUniform(cells: readonly Cell[]): boolean {
  const first = cells.find((cell) => cell !== undefined);
  return cells.every((cell) => cell === undefined || cell === first);
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

/**
 * Which cells of a column are highlighted. The last row has no next one to differ from. The most common value is that of
 * the `counted` cells.
 */
export function highlights(cells: readonly Cell[], mode: HighlightMode, counted: readonly Cell[] = cells): boolean[] {
  if (mode === "changed_vs_next") return cells.map((cell, i) => isDifferent(cell, cells[i + 1]));
  const modal = modalValue(counted);
  return cells.map((cell) => isDifferent(cell, modal));
}

function isDifferent(a: Cell, b: Cell): boolean {
  return a !== undefined && b !== undefined && a !== b;
}
