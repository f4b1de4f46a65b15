import type { StationError } from "./station-error.ts";

/** The ids of the errors selected in a table, and of the row pressed last (`anchor`), from which a range extends. */
export type ErrorSelection = { ids: ReadonlySet<number>; anchor: number | null };

export const emptySelection: ErrorSelection = { ids: new Set(), anchor: null };

type Row = Pick<StationError, "id" | "time_handled">;

/**
 * The selection after a press on a row. A plain press toggles the row; with shift, the rows from the anchor to this one are added. `rows`
 * are all rows in display order. Resolved rows cannot be selected.
 */
export function toggleRow(
  selection: ErrorSelection,
  pressed: { id: number; shift: boolean },
  rows: readonly Row[],
): ErrorSelection {
  const index = rows.findIndex(({ id }) => id === pressed.id);
  if (rows[index]?.time_handled !== null) return selection;
  const anchor = rows.findIndex(({ id }) => id === selection.anchor);
  if (pressed.shift && anchor >= 0)
    return extend(selection, rows.slice(Math.min(anchor, index), Math.max(anchor, index) + 1));
  const isSelected = selection.ids.has(pressed.id);
  const others = [...selection.ids].filter((id) => id !== pressed.id);
  return { ids: new Set(isSelected ? others : [...others, pressed.id]), anchor: pressed.id };
}

/** Selects all unresolved rows, or none if all of them were selected. */
export function toggleAll(selection: ErrorSelection, rows: readonly Row[]): ErrorSelection {
  const all = unresolvedIds(rows);
  const isAll = all.every((id) => selection.ids.has(id));
  return isAll ? emptySelection : { ids: new Set(all), anchor: null };
}

function extend({ ids, anchor }: ErrorSelection, range: readonly Row[]): ErrorSelection {
  return { ids: new Set([...ids, ...unresolvedIds(range)]), anchor };
}

function unresolvedIds(rows: readonly Row[]): number[] {
  return rows.filter(({ time_handled }) => time_handled === null).map(({ id }) => id);
}
