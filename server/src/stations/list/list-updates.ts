import { revisionsHash } from "@groundcrew/shared/live";
import type { Board } from "../board/board.ts";
import type { View } from "../board/view.ts";
import { rowOf } from "../board/entry.ts";
import { revisionIn } from "../board/revisions.ts";
import type { RowOptions } from "../board/row-text.ts";
import { volatileUpdates, type Readings } from "./volatile-updates.ts";
import { isWholeListCheaper } from "./whole-lists.ts";

/** The rows that a client sees, and the parts of them. */
export type ListSelection = { view: View; options: RowOptions };

/** The state of a client: it has every change before `since` (ms), and volatile fields of before `volatileSince`. */
export type KnownList = {
  since: number;
  /** Null leaves out volatile fields. */
  volatileSince: number | null;
  /** Which readings volatile fields have. */
  readings: Exclude<Readings, "none">;
};

/** The data of a `stations` event as JSON, null when nothing has changed, and the time (ms) up to which it has every change. */
export type ListUpdate = { kind: "update"; data: string | null; at: number } | { kind: "unknown" };

/** Writes the changes of lists for clients that are sent everything that changes. */
export function listUpdates(board: Board) {
  const volatileUpdate = volatileUpdates(board);

  function hashOf(view: View): number {
    return revisionsHash(board.list(view).map((row) => revisionIn(row, view)));
  }

  return function listUpdate(
    { view, options }: ListSelection,
    { since, volatileSince, readings }: KnownList,
  ): ListUpdate {
    const at = board.now();
    const found = board.changes(view, since, "content");
    if (found.kind === "unknown") return found;
    const { entries, removed } = found;
    if (isWholeListCheaper(board, view, entries.length)) return { kind: "unknown" };
    const rows = entries.map((entry) => rowOf(entry, options, view.admin));
    const left = removed.map((name) => JSON.stringify({ name, removed: true }));
    const columns = volatileSince === null ? null : volatileUpdate(view, { since: volatileSince, readings });
    const items = [...(columns?.part ? [columns.part.text()] : []), ...rows, ...left];
    if (columns === null && items.length === 0) return { kind: "update", data: null, at };
    const hash = columns === null ? "" : `,"revisions_hash":${hashOf(view)}`;
    const data = `{"at":"${new Date(at).toISOString()}","changes":[${items.join(",")}]${hash}}`;
    return { kind: "update", data, at };
  };
}
