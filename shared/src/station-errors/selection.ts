import type { StationError } from "./station-error.ts";

/** The errors selected in a table by their ids, and the row pressed last, from which a range extends. */
export type ErrorSelection = { ids: ReadonlySet<number>; anchor: number | null };

export const emptySelection: ErrorSelection = { ids: new Set(), anchor: null };

type Row = Pick<StationError, "id" | "time_handled">;

/**
 * The selection after someone presses a row. A plain press turns that row on or off; with shift, the rows from the last
 * pressed one up to this one are selected too. `rows` are all rows in the order shown. Resolved rows are never
 * selected.
 */
export function pressRow(
  selection: ErrorSelection,
  pressed: { id: number; shift: boolean },
  rows: readonly Row[],
): ErrorSelection {
  const at = rows.findIndex(({ id }) => id === pressed.id);
  if (rows[at]?.time_handled !== null) return selection;
  const anchor = rows.findIndex(({ id }) => id === selection.anchor);
  if (pressed.shift && anchor >= 0)
    return extend(selection, rows.slice(Math.min(anchor, at), Math.max(anchor, at) + 1));
  const isOn = selection.ids.has(pressed.id);
  const others = [...selection.ids].filter((id) => id !== pressed.id);
  return { ids: new Set(isOn ? others : [...others, pressed.id]), anchor: pressed.id };
}

/** Everything that can be selected; when all of it is, nothing. */
export function pressAll(selection: ErrorSelection, rows: readonly Row[]): ErrorSelection {
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
