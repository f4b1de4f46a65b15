/** The ids of selected groups, and of the row toggled last (`anchor`), from which a range extends. */
export type GroupSelection = { ids: ReadonlySet<number>; anchor: number | null };

export const noGroups: GroupSelection = { ids: new Set(), anchor: null };

/** The most groups that one act can change. */
const SELECTED_MAX = 100;

type Toggled = { id: number; shift: boolean };

/** The selection after a press on a row. With shift, the rows from the anchor to this one are added. `rows` are in display order. */
export function toggleGroup(
  selection: GroupSelection,
  { id, shift }: Toggled,
  rows: readonly number[],
): GroupSelection {
  const index = rows.indexOf(id);
  const anchor = selection.anchor === null ? -1 : rows.indexOf(selection.anchor);
  if (shift && anchor >= 0) {
    const range = rows.slice(Math.min(anchor, index), Math.max(anchor, index) + 1);
    return { ids: limited([...selection.ids, ...range]), anchor: selection.anchor };
  }
  const others = [...selection.ids].filter((other) => other !== id);
  return { ids: limited(selection.ids.has(id) ? others : [...others, id]), anchor: id };
}

/** Selects all rows, or none if all of them were selected. */
export function toggleAllGroups({ ids }: GroupSelection, rows: readonly number[]): GroupSelection {
  const all = limited(rows);
  return [...all].every((id) => ids.has(id)) ? noGroups : { ids: all, anchor: null };
}

function limited(ids: readonly number[]): ReadonlySet<number> {
  return new Set([...new Set(ids)].slice(0, SELECTED_MAX));
}
