import type { Difference, Entry } from "./entry.ts";
import type { View } from "./view.ts";

/** When something last changed: a number that increases with every change on the board, and the time (ms). */
export type Change = { version: number; at: number };

/** The latest changes of a row that a view shows. `content` is the last one of more than volatile fields. */
export type RowChanges = { any: Change; content: Change };

/** A station's row on the board. It stays the same object while its entry and its changes are replaced. */
export type BoardRow = { entry: Entry; forEveryone: RowChanges; forAdmins: RowChanges };

/** The changes of a row that a view shows. */
export function changesIn(row: BoardRow, { admin }: View): RowChanges {
  return admin ? row.forAdmins : row.forEveryone;
}

/** The changes of a row after one more. */
export function withChange(
  before: RowChanges,
  { change, difference }: { change: Change; difference: Difference },
): RowChanges {
  return { any: change, content: difference === "volatile" ? before.content : change };
}
