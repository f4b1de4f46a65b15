import { changesIn, type BoardRow } from "./row-changes.ts";
import type { View } from "./view.ts";
import { revisionOf } from "./entry.ts";

type Revision = { version: number; revision: number };

const known = { admin: new WeakMap<BoardRow, Revision>(), everyone: new WeakMap<BoardRow, Revision>() };

/** The revision of a row in a view, computed once for each change. */
export function revisionIn(row: BoardRow, view: View): number {
  const { version } = changesIn(row, view).content;
  const cache = view.admin ? known.admin : known.everyone;
  const cached = cache.get(row);
  if (cached?.version === version) return cached.revision;
  const revision = revisionOf(row.entry, view.admin);
  cache.set(row, { version, revision });
  return revision;
}
