/** The ids of selected rows, and of the row toggled last (`anchor`), from which a range extends. */
export type RowSelection<Id> = { ids: ReadonlySet<Id>; anchor: Id | null };

export const noRows: RowSelection<never> = { ids: new Set<never>(), anchor: null };

/** The rows that can be selected, in display order, and the most of them that can be. */
type Rows<Id> = { rows: readonly Id[]; max?: number };

/** The selection after a press on a row. With shift, the rows from the anchor to this one are added. Other rows cannot be selected. */
export function toggleRow<Id>(
  selection: RowSelection<Id>,
  { id, shift }: { id: Id; shift: boolean },
  { rows, max }: Rows<Id>,
): RowSelection<Id> {
  const { ids, anchor } = selection;
  const [index, start] = [rows.indexOf(id), anchor === null ? -1 : rows.indexOf(anchor)];
  if (index < 0) return selection;
  if (shift && start >= 0) {
    const range = rows.slice(Math.min(start, index), Math.max(start, index) + 1);
    return { ids: limited([...ids, ...range], max), anchor };
  }
  const others = [...ids].filter((other) => other !== id);
  return { ids: limited(ids.has(id) ? others : [...others, id], max), anchor: id };
}

/** Adds all rows to the selection. */
export function addAllRows<Id>({ ids }: RowSelection<Id>, { rows, max }: Rows<Id>): RowSelection<Id> {
  return { ids: limited([...ids, ...rows], max), anchor: null };
}

/** Adds all rows to the selection, or removes them if all of them were selected. */
export function toggleAllRows<Id>(selection: RowSelection<Id>, listed: Rows<Id>): RowSelection<Id> {
  const all = addAllRows(selection, listed);
  const { ids } = selection;
  if (all.ids.size > ids.size) return all;
  const removed = new Set(listed.rows);
  return { ids: new Set([...ids].filter((id) => !removed.has(id))), anchor: null };
}

function limited<Id>(ids: readonly Id[], max = Infinity): ReadonlySet<Id> {
  return new Set([...new Set(ids)].slice(0, max));
}
